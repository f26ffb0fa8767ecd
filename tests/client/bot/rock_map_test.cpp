// Goal: the map gives exact distances from rock everywhere. A level's size costs nothing until it is
// flown through, and no permitted tile is too large or too far away for it.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "client/bot/rock_map.hpp"
#include "client/predict/units.hpp"
#include "sim/base/limits.hpp"

using namespace albireo;
using bot::RockMap;

namespace {

struct Corner {
    float x, y;
};

/// A level of tiles with one polygon each. The first tile's coordinates are those of the field.
struct Rocks {
    Level level;
    Scroll scroll{};

    void add(const std::vector<Corner>& corners) {
        const auto first = static_cast<std::uint16_t>(level.points.size());
        for (const Corner& corner : corners) level.points.push_back({client::fixed(corner.x), client::fixed(corner.y)});
        WallDef wall;
        wall.points.first = first;
        wall.points.count = static_cast<decltype(wall.points.count)>(corners.size());
        TileDef tile{};
        tile.walls.first = static_cast<decltype(tile.walls.first)>(level.walls.size());
        tile.walls.count = 1;
        level.walls.push_back(wall);
        level.tiles.push_back(tile);
    }
    void place() {
        scroll.count = 1;
        scroll.row[0].tile = 0;
    }
};

std::vector<Corner> saw(float from, float to, float low, float high, int corners) {
    std::vector<Corner> all = {{from, low}, {to, low}};
    for (int i = 2; i < corners; ++i) {
        const float share = static_cast<float>(i - 1) / static_cast<float>(corners - 1);
        all.push_back({to + (from - to) * share, i % 2 == 0 ? high : high - 8});
    }
    return all;
}

}  // namespace

TEST_CASE("distances from a square of rock, inside and out") {
    Rocks rocks;
    rocks.add({{-4, -3}, {4, -3}, {4, 3}, {-4, 3}});
    rocks.place();
    RockMap map(rocks.level);
    map.place(rocks.scroll);
    for (float y = -10; y <= 10; y += 0.5F) {
        for (float x = -16; x <= 16; x += 0.5F) {
            const float dx = std::abs(x) - 4, dy = std::abs(y) - 3;
            const float outside = std::hypot(std::max(dx, 0.0F), std::max(dy, 0.0F));
            const float distance = outside > 0 ? outside : std::max(dx, dy);
            CAPTURE(x);
            CAPTURE(y);
            CHECK(map.clearance({x, y}) == doctest::Approx(std::min(distance, RockMap::kFar)).epsilon(0.04));
        }
    }
}

TEST_CASE("rock wholly beyond the reach of any flight is ignored, above and below") {
    for (const float y : {-100.0F, 60.0F}) {
        Rocks rocks;
        rocks.add({{-4, y}, {4, y}, {4, y + 20}, {-4, y + 20}});
        rocks.place();
        RockMap map(rocks.level);
        map.place(rocks.scroll);
        CHECK(map.clearance({0, 0}) == RockMap::kFar);
        CHECK(map.clearance({0, 9}) == RockMap::kFar);
    }
}

TEST_CASE("creating the map of the largest permitted level takes little work") {
    Rocks rocks;
    const auto corners = static_cast<int>(kTilePointsMax);
    const float edge = 128;
    for (std::size_t i = 0; i < kWallPointsMax / kTilePointsMax; ++i) rocks.add(saw(-edge, edge, -edge, 0, corners));
    rocks.place();
    RockMap map(rocks.level);
    CHECK(map.cells_made() == 0);
    map.place(rocks.scroll);
    CHECK(map.clearance({0, -9}) < 0);
    CHECK(map.clearance({0, 6}) == RockMap::kFar);
    // Only the queried cells are computed: two places of one tile, out of 64 tiles of 70 000 cells.
    CHECK(map.cells_made() > 0);
    CHECK(map.cells_made() <= 2 * 256);
}

TEST_CASE("a query gives a moving wall's place at any time. Walls that wait for a flag stay") {
    Rocks rocks;
    rocks.add({{-4, -3}, {4, -3}, {4, 3}, {-4, 3}});
    Level& level = rocks.level;
    level.wall_keys = {{.t = 0}, {.t = 40, .by = {4_u, 0_u}}, {.t = 80, .by = {4_u, 8_u}}};
    level.walls[0].keys = {0, 3};
    level.walls[0].even = 1;
    rocks.place();
    RockMap map(level);
    const auto distance = [&](float x, float ticks) { return map.clearance({x, 0}, ticks); };
    for (const int age : {1, 10, 40}) {
        rocks.scroll.row[0].age = static_cast<std::uint16_t>(age);
        map.place(rocks.scroll);
        const float edge = 4 + static_cast<float>(age) / 10;
        CHECK(distance(edge + 1, 0) == doctest::Approx(1).epsilon(0.3));
        CHECK(distance(edge - 1, 0) == doctest::Approx(-1).epsilon(0.3));
    }
    rocks.scroll.row[0].age = 20;
    map.place(rocks.scroll);
    CHECK(distance(7, 0) == doctest::Approx(1).epsilon(0.3));
    CHECK(distance(7, 20) == doctest::Approx(-1).epsilon(0.3));
    CHECK(distance(7, 60) == RockMap::kFar);  // it has gone up

    level.walls[0].flag = 3;
    map.place(rocks.scroll);
    for (const float ticks : {0.0F, 20.0F, 60.0F}) CHECK(distance(5, ticks) == doctest::Approx(1).epsilon(0.3));
    rocks.scroll.flag_ages[3] = 20;
    map.place(rocks.scroll);
    CHECK(distance(5, 0) == doctest::Approx(-1).epsilon(0.3));
}
