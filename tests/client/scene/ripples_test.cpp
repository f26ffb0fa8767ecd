// Goal: the sea's small waves are those of their formulas: a real field, of one wave where one is given, with the dispersion of deep
// water; periodic, with mean 0 and the slope that is asked for; the same at the same time, and of coarser tiles.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "client/scene/ripples.hpp"

using namespace albireo::scene;

namespace {

constexpr float kTwoPi = 2 * std::numbers::pi_v<float>;

std::vector<Ripple> field_at(Ripples& ripples, float seconds) {
    ripples.place(seconds);
    return {ripples.field().begin(), ripples.field().end()};
}

template <class Part>
double mean(std::span<const Ripple> field, Part&& part) {
    double sum = 0;
    for (const Ripple& ripple : field) sum += static_cast<double>(part(ripple));
    return sum / static_cast<double>(field.size());
}

float most_off(std::span<const Ripple> a, std::span<const Ripple> b) {
    REQUIRE(a.size() == b.size());
    float most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max({most, std::abs(a[i].height - b[i].height), std::abs(a[i].slope_x - b[i].slope_x),
                         std::abs(a[i].slope_z - b[i].slope_z), std::abs(a[i].crest - b[i].crest)});
    }
    return most;
}

}  // namespace

TEST_CASE("one wave alone is a cosine that runs along its k, as fast as deep water lets it") {
    constexpr int kSide = 32, kM = 3, kN = -2;
    constexpr float kHeight = 0.4F;
    // Two terms of the sum, k and −k: each has half of the height.
    const RippleWave wave{kM, kN, kHeight / 2, 0};
    Ripples ripples(kSide, {&wave, 1});
    const float x = kTwoPi * kM / kRippleTile, z = kTwoPi * kN / kRippleTile, k = std::hypot(x, z);
    // Surface tension adds a millionth to a wave of 4.4 units.
    const float frequency = std::sqrt(9.81F * k);
    CHECK(ripple_frequency(k) == doctest::Approx(frequency).epsilon(1e-4));
    for (const float seconds : {0.0F, 0.31F, 17.5F}) {
        CAPTURE(seconds);
        std::vector<Ripple> expected;
        for (int row = 0; row < kSide; ++row) {
            for (int column = 0; column < kSide; ++column) {
                const float step = kRippleTile / kSide;
                const float phase = x * step * static_cast<float>(column) + z * step * static_cast<float>(row) - frequency * seconds;
                const float rise = std::cos(phase), fall = -std::sin(phase);
                expected.push_back({kHeight * rise, kHeight * x * fall, kHeight * z * fall, kHeight * k * rise});
            }
        }
        CHECK(most_off(field_at(ripples, seconds), expected) < 1e-3F);
    }
}

TEST_CASE("the energy of the waves is that of the field (Parseval), the mean is 0, and the slope is the one asked for") {
    const std::vector<RippleWave> waves = wind_waves(kRippleSide);
    Ripples ripples(kRippleSide, waves);
    for (const float seconds : {0.0F, 4.25F, 300.0F}) {
        CAPTURE(seconds);
        const std::vector<Ripple> field = field_at(ripples, seconds);
        double energy = 0;
        for (const RippleWave& wave : waves) {
            const float k = kTwoPi / kRippleTile * std::hypot(static_cast<float>(wave.m), static_cast<float>(wave.n));
            const double angle = static_cast<double>(ripple_frequency(k)) * static_cast<double>(seconds);
            const std::complex<double> turn(std::cos(angle), -std::sin(angle)), ahead(wave.ahead), against(wave.against);
            energy += 2 * std::norm(ahead * turn + std::conj(against * turn));  // of k and of −k
        }
        CHECK(mean(field, [](const Ripple& at) { return at.height * at.height; }) / energy == doctest::Approx(1).epsilon(1e-3));
        for (const auto part : {&Ripple::height, &Ripple::slope_x, &Ripple::slope_z, &Ripple::crest}) {
            CHECK(std::abs(mean(field, [&](const Ripple& at) { return at.*part; })) < 1e-5);
        }
        const double slope = std::sqrt(mean(field, [](const Ripple& at) { return at.slope_x * at.slope_x + at.slope_z * at.slope_z; }));
        CHECK(slope / static_cast<double>(kRippleSlope) == doctest::Approx(1).epsilon(0.05));
    }
}

TEST_CASE("the slopes are those of the heights, across the tile's border too") {
    // Differences of neighbours are exact only for waves of many points: short ones are taken away.
    std::vector<RippleWave> waves = wind_waves(kRippleSide);
    std::erase_if(waves, [](const RippleWave& wave) { return std::hypot(wave.m, wave.n) > 5; });
    Ripples tile(kRippleSide, waves);
    const std::vector<Ripple> field = field_at(tile, 2);
    const auto at = [&](int column, int row) -> const Ripple& {
        return field[static_cast<std::size_t>((row + kRippleSide) % kRippleSide * kRippleSide + (column + kRippleSide) % kRippleSide)];
    };
    constexpr float kStep = kRippleTile / kRippleSide;
    float most = 0, steepest = 0;
    for (int row = 0; row < kRippleSide; ++row) {
        for (int column = 0; column < kRippleSide; ++column) {
            const Ripple& here = at(column, row);
            most = std::max({most, std::abs((at(column + 1, row).height - at(column - 1, row).height) / (2 * kStep) - here.slope_x),
                             std::abs((at(column, row + 1).height - at(column, row - 1).height) / (2 * kStep) - here.slope_z)});
            steepest = std::max(steepest, std::abs(here.slope_x));
        }
    }
    CHECK(steepest > 0.1F);
    CHECK(most < 0.05F * steepest);
}

TEST_CASE("the same time gives the same water, whatever was shown before, and another time gives other water") {
    Ripples one(kRippleSide), other(kRippleSide);
    const std::vector<Ripple> first = field_at(one, 12.5F);
    field_at(other, 99);
    field_at(other, 3);
    CHECK(most_off(first, field_at(other, 12.5F)) == 0);
    CHECK(most_off(first, field_at(one, 12.7F)) > 0.02F);
}

TEST_CASE("a coarser tile has the same long waves") {
    const std::vector<RippleWave> fine = wind_waves(kRippleSide), coarse = wind_waves(kRippleSide / 2);
    CHECK(coarse.size() * 3 < fine.size());
    for (const RippleWave& wave : coarse) {
        const auto same = std::ranges::find_if(fine, [&](const RippleWave& each) { return each.m == wave.m && each.n == wave.n; });
        REQUIRE(same != fine.end());
        CHECK(same->ahead == wave.ahead);
        CHECK(same->against == wave.against);
    }
}

TEST_CASE("most waves run with the wind") {
    double with = 0, against = 0;
    for (const RippleWave& wave : wind_waves(kRippleSide)) {
        // The wind blows against the flight.
        (wave.m < 0 ? with : against) += static_cast<double>(std::norm(wave.ahead));
        (wave.m < 0 ? against : with) += static_cast<double>(std::norm(wave.against));
    }
    CHECK(with > 5 * against);
}
