// Goal: the angle tables keep the error bounds stated in their header, at all 65 536 angles.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "sim/base/angle.hpp"
#include "sim/base/random.hpp"

using namespace albireo;

namespace {

const long double kTurn = 2 * std::acos(-1.0L);

long double radians(Angle angle) {
    return kTurn * angle.raw / 65536;
}

/// Difference between direction_of() and the exact direction, in angle steps.
long double direction_error(Vec2 v) {
    const long double truth = std::atan2(static_cast<long double>(v.y.raw), static_cast<long double>(v.x.raw));
    long double error = direction_of(v).raw - truth / kTurn * 65536;
    error -= 65536 * std::round(error / 65536);
    return std::fabs(error);
}

}  // namespace

TEST_CASE("sine and cosine are within 1.5e-5 at all 65 536 angles, and exact at the right angles") {
    long double worst = 0;
    for (std::int32_t raw = 0; raw < 65536; ++raw) {
        const Angle angle = Angle::from_raw(raw);
        worst = std::max(worst, std::fabs(sine(angle).raw / 65536.0L - std::sin(radians(angle))));
        worst = std::max(worst, std::fabs(cosine(angle).raw / 65536.0L - std::cos(radians(angle))));
        // The circle's symmetries hold exactly.
        REQUIRE(sine(angle) == -sine(Angle::from_raw(-raw)));
        REQUIRE(cosine(angle) == cosine(Angle::from_raw(-raw)));
        REQUIRE(sine(angle) == sine(Angle::from_raw(32768 - raw)));
    }
    MESSAGE("worst error of sine and cosine: ", static_cast<double>(worst));
    CHECK(worst <= 1.5e-5L);
    CHECK(worst > 0.75e-5L);  // the bound in the header is at most twice the measured error
    CHECK(sine(Angle::degrees(0)) == 0_u);
    CHECK(sine(Angle::degrees(90)) == 1_u);
    CHECK(sine(Angle::degrees(180)) == 0_u);
    CHECK(sine(Angle::degrees(270)) == -1_u);
    CHECK(cosine(Angle::degrees(180)) == -1_u);
}

TEST_CASE("polar is cosine and sine times the length, to the last bit, at all 65 536 angles") {
    for (const Fixed length : {1_u, 90_mu, -3_u, Fixed{}}) {
        for (std::int32_t i = 0; i < 65536; ++i) {
            const Angle angle = Angle::from_raw(i);
            REQUIRE(polar(angle, length) == Vec2{cosine(angle) * length, sine(angle) * length});
        }
    }
}

TEST_CASE("direction_of is within one angle step of the exact direction") {
    long double worst = 0;
    for (std::int32_t raw = 0; raw < 65536; ++raw) {
        for (const Fixed reach : {1_u, 30_u, 4000_u})
            worst = std::max(worst, direction_error(polar(Angle::from_raw(raw), reach)));
    }
    Random random = Random::seed(5, 6);
    for (int i = 0; i < 300000; ++i) {
        const int shift = static_cast<int>(random.below(31));
        const Vec2 v = {Fixed{static_cast<std::int32_t>(random.next()) >> shift},
                        Fixed{static_cast<std::int32_t>(random.next()) >> random.below(31)}};
        if (v != Vec2{}) worst = std::max(worst, direction_error(v));
    }
    MESSAGE("worst error of direction_of, in angle steps: ", static_cast<double>(worst));
    CHECK(worst <= 1);
    CHECK(worst > 0.4);
    CHECK(direction_of({}).raw == 0);
    CHECK(direction_of({1_u, 0_u}).raw == 0);
    CHECK(direction_of({0_u, 1_u}).raw == 16384);
    CHECK(direction_of({-1_u, 0_u}).raw == 32768);
    CHECK(direction_of({0_u, -1_u}).raw == 49152);
    CHECK(direction_of({Fixed{INT32_MIN}, Fixed{INT32_MIN}}).raw == 40960);
}

TEST_CASE("turns wrap, turn_between takes the shorter way, and rotation keeps lengths") {
    CHECK(turn_between({65000}, {500}) == 1036);
    CHECK(turn_between({500}, {65000}) == -1036);
    CHECK(turn_between({0}, {32768}) == -32768);
    CHECK((Angle{60000} + Angle{10000}).raw == 4464);
    CHECK((Angle{1} * -1).raw == 65535);
    CHECK(Angle::degrees(-90).raw == 49152);
    CHECK(rotated({1_u, 0_u}, Angle::degrees(90)) == Vec2{0_u, 1_u});
    CHECK(rotated({2_u, 3_u}, {}) == Vec2{2_u, 3_u});
    for (std::int32_t raw = 0; raw < 65536; raw += 77) {
        CHECK(std::abs(length(rotated({3_u, 4_u}, Angle::from_raw(raw))).raw - (5_u).raw) <= 5);
    }
}
