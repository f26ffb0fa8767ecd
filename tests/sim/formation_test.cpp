// Goal: formations fly as written. In file, each enemy repeats the flight of the one before it some ticks later. Abreast,
// each keeps its distance across the direction of flight. All fly at constant speed.
#include <doctest/doctest.h>

#include <cmath>

#include "sim/script/compile.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

Level level_of(const std::string& body) {
    script::Compiled compiled = script::compile_level(
        "level { name = 'Flight', backdrop = 'none', ticks = 3000 }\n"
        "tile { model = 'a', exit = {60, 0}, ticks = 3000 }\n"
        "kind { name = 'dart', radius = 0.5, speed = 0.15, faces_path = true, parts = { radius = 0.4, armour = 3 } }\n"
        "path { name = 'bend', {20, 3}, {8, 4}, {0, -3}, {-8, 0}, {-26, 2} }\n" +
            body,
        "test.lua", Difficulty::standard);
    REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
    return std::move(compiled.level);
}

/// Where enemy n was in each tick from its spawn on.
struct Flight {
    std::uint32_t came = 0;
    std::vector<Vec2> at;
    std::vector<Angle> heading;
};

std::vector<Flight> flown(const Level& level, std::uint32_t ticks) {
    Game game(level);
    std::vector<Flight> flights(level.spawns.size() + 1);
    for (std::uint32_t t = 0; t < ticks; ++t) {
        game.step({});
        for (const Enemy& enemy : game.world->enemies) {
            Flight& flight = flights[enemy.id.spawn];
            if (flight.at.empty()) flight.came = t;
            flight.at.push_back(enemy.at);
            flight.heading.push_back(enemy.heading);
        }
    }
    return flights;
}

double along(Vec2 a, Vec2 b) {
    return (static_cast<double>(a.x.raw) * b.x.raw + static_cast<double>(a.y.raw) * b.y.raw) / 65536 / 65536;
}

}  // namespace

TEST_CASE("in file: the same flight, each a gap later") {
    const auto flights = flown(level_of("at(5) formation { kind = 'dart', path = 'bend', count = 5, gap = 13 }"), 350);
    REQUIRE(flights.size() == 6);
    const Flight& first = flights[1];
    CHECK(first.came == 5);
    CHECK(first.at.size() > 250);
    for (std::size_t n = 2; n <= 5; ++n) {
        const Flight& flight = flights[n];
        CHECK(flight.came == 5 + 13 * (n - 1));
        const std::size_t shared = std::min(flight.at.size(), first.at.size());
        for (std::size_t t = 0; t < shared; ++t) {
            REQUIRE(flight.at[t] == first.at[t]);
            REQUIRE(flight.heading[t] == first.heading[t]);
        }
    }
}

TEST_CASE("enemies fly at constant speed and face their direction of flight") {
    const auto flights = flown(level_of("at(5) formation { kind = 'dart', path = 'bend', count = 1 }"), 320);
    const Flight& flight = flights[1];
    for (std::size_t t = 1; t < flight.at.size(); ++t) {
        const Vec2 step = flight.at[t] - flight.at[t - 1];
        REQUIRE(std::abs(length(step).raw - (150_mu).raw) < 200);  // a corner within a step shortens it by 0.3 %
        // Shapes are drawn facing left: heading 0 flies to −x.
        const Vec2 nose = polar(flight.heading[t] + Angle{32768}, 1_u);
        REQUIRE(along(nose, step) > 0.99 * 0.149);
    }
}

TEST_CASE("abreast: side by side, each at its distance to the left or right of the flight") {
    const auto flights =
        flown(level_of("at(5) formation { kind = 'dart', path = 'bend', count = 5, abreast = 1.2 }"), 320);
    REQUIRE(flights.size() == 6);
    const Flight& middle = flights[3];
    for (std::size_t n = 1; n <= 5; ++n) {
        const Flight& flight = flights[n];
        CHECK(flight.came == 5);
        const double wanted = 1.2 * (static_cast<double>(n) - 3);
        const std::size_t shared = std::min(flight.at.size(), middle.at.size());
        REQUIRE(shared > 200);
        for (std::size_t t = 1; t < shared; ++t) {
            const Vec2 off = flight.at[t] - middle.at[t];
            const Vec2 ahead = polar(middle.heading[t] + Angle{32768}, 1_u);
            REQUIRE(std::abs(along(off, ahead)) < 0.01);
            REQUIRE(std::abs(along(off, perpendicular(ahead)) - wanted) < 0.01);
        }
    }
}

TEST_CASE("mirrored: the same flight upside down. Ranks in file: each rank a gap behind the previous one") {
    const auto flights =
        flown(level_of("at(5) formation { kind = 'dart', path = 'bend', count = 1, mirror = 'both' }"), 300);
    REQUIRE(flights.size() == 3);
    for (std::size_t t = 0; t < flights[1].at.size(); ++t) {
        const Vec2 a = flights[1].at[t], b = flights[2].at[t];
        REQUIRE(std::abs(a.x.raw - b.x.raw) <= 400);
        REQUIRE(std::abs(a.y.raw + b.y.raw) <= 400);
    }
    const auto ranks = flown(
        level_of("at(5) formation { kind = 'dart', path = 'bend', count = 6, abreast = 1, rank = 3, gap = 20 }"), 300);
    for (std::size_t n = 1; n <= 3; ++n) {
        CHECK(ranks[n + 3].came == ranks[n].came + 20);
        for (std::size_t t = 0; t < ranks[n + 3].at.size(); ++t) REQUIRE(ranks[n + 3].at[t] == ranks[n].at[t]);
    }
}

TEST_CASE("a level knows which spawns are one formation. A mirrored formation counts separately, and two enemies are none") {
    const Level level = level_of(
        "at(10) formation { kind = 'dart', path = 'bend', count = 2, gap = 10 }\n"
        "formation { kind = 'dart', path = 'bend', count = 3, gap = 10, mirror = 'both' }");
    REQUIRE(level.formations.size() == 2);
    CHECK(level.formations[0].spawns.first == 2);
    CHECK(level.formations[1].spawns.count == 3);
    CHECK(level.formation_of == std::vector<std::uint16_t>{kNone16, kNone16, 0, 0, 0, 1, 1, 1});
}
