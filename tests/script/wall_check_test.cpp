// Goal: check_level refuses every wall that moves in a way that the core cannot handle.
#include <doctest/doctest.h>

#include <vector>

#include "tests/script/small_level.hpp"

using namespace albireo;

namespace {

/// The small level, whose first tile's floor moves by these keys.
Level level_with_keys(const std::vector<WallKey>& keys, WallDef wall = {}) {
    Level level = small_level();
    level.wall_keys = keys;
    wall.points = level.walls[0].points;
    wall.keys = {0, static_cast<std::uint16_t>(keys.size())};
    level.walls[0] = wall;
    return level;
}

}  // namespace

TEST_CASE("check_level refuses moving walls that are too fast, go too far, are too many or have unordered keys") {
    const std::vector<WallKey> keys = {{.t = 0}, {.t = 10, .by = {1_u, -2_u}}};
    CHECK(check_level(level_with_keys(keys)) == "");
    CHECK(check_level(level_with_keys(keys, {.period = 20, .flag = 31, .even = 1})) == "");
    struct Row {
        const char* error;
        Level level;
    };
    const auto spoilt = [&](void (*spoil)(Level&)) {
        Level level = level_with_keys(keys);
        spoil(level);
        return level;
    };
    const Row rows[] = {
        {"walls[0].keys: ends at 3, the list at 2", spoilt([](Level& level) { level.walls[0].keys.count = 3; })},
        {"walls[0].keys.count: 1 is not within 2 ... 32", level_with_keys({{.t = 0}})},
        {"walls[0].keys.t: 1 is not within 0 ... 0", level_with_keys({{.t = 1}, {.t = 5}})},
        {"walls[0].keys.t: 5 is not within 6 ... 65535", level_with_keys({{.t = 0}, {.t = 5}, {.t = 5}})},
        {"walls[0].keys.spare: 1 is not within 0 ... 0", level_with_keys({{.t = 0, .spare = 1}, {.t = 5}})},
        {"walls[0].period: 10 is not within 11 ... 65535", level_with_keys(keys, {.period = 10})},
        {"walls[0].keys.by, from key to key: 2.000 is not within -1.500 ... 1.500",
         level_with_keys({{.t = 0}, {.t = 3, .by = {0_u, 2_u}}})},
        {"walls[0].keys.by, from key to key: -1.000 is not within -0.500 ... 0.500",
         level_with_keys(keys, {.period = 11})},
        {"walls[0].keys.by: -257.000 is not within -256.000 ... 256.000",
         level_with_keys({{.t = 0, .by = {-257_u, 0_u}}, {.t = 5}})},
        {"walls[0].even: 2 is not within 0 ... 1", level_with_keys(keys, {.even = 2})},
        {"walls[0].flag: 32 is not within 0 ... 31", level_with_keys(keys, {.flag = 32})},
        {"walls[1].period: 1 is not within 0 ... 0", spoilt([](Level& level) { level.walls[1].period = 1; })},
        {"walls[1].flag: 0 is not within 255 ... 255", spoilt([](Level& level) { level.walls[1].flag = 0; })},
        {"walls[1].even: 1 is not within 0 ... 0", spoilt([](Level& level) { level.walls[1].even = 1; })},
        {"tiles[0].walls, displaced by a key: -134.000 is not within -128.000 ... 128.000",
         level_with_keys({{.t = 0}, {.t = 300, .by = {0_u, -120_u}}})},
    };
    for (const Row& row : rows) CHECK(check_level(row.level) == row.error);
}

TEST_CASE("eight walls of a tile may move, and sixteen in sight, whichever laps of a loop are in sight together") {
    // Tiles of one width, in a row, with these numbers of moving walls.
    const auto row_of = [](const std::vector<int>& moving, Fixed width, const std::vector<Range>& loops) {
        Level level = small_level();
        level.loops.clear();
        level.loop_cues.clear();
        level.wall_keys = {{.t = 0}, {.t = 10, .by = {1_u, 0_u}}};
        level.walls.assign(9, {.points = level.walls[0].points, .keys = {0, 2}});
        level.tiles.clear();
        for (const int count : moving) {
            level.tiles.push_back({.exit = {width, 0_u}, .ticks = 300, .walls = {0, static_cast<std::uint16_t>(count)}});
        }
        for (const Range tiles : loops) level.loops.push_back({.tiles = tiles});
        return check_level(level);
    };
    CHECK(row_of({8, 0, 8}, 4_u, {}) == "");
    CHECK(row_of({9}, 4_u, {}) == "tiles[0].moving walls: 9 is not within 0 ... 8");
    CHECK(row_of({8, 8, 1}, 4_u, {}) == "tiles[2].moving walls in sight: 17 is not within -1 ... 16");
    // Two tiles with 44 units between them can be in sight together, two with 48 units cannot. The sight is 44 units wide.
    CHECK(row_of({8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8}, 4_u, {}) ==
          "tiles[12].moving walls in sight: 17 is not within -1 ... 16");
    CHECK(row_of({8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8}, 4_u, {}) == "");
    CHECK(row_of({8, 0, 1, 8}, 64_u, {}) == "");
    CHECK(row_of({6}, 30_u, {{0, 1}}) == "tiles[0].moving walls in sight: 18 is not within -1 ... 16");
    CHECK(row_of({6}, 50_u, {{0, 1}}) == "");
    CHECK(row_of({0, 8, 0, 2}, 16_u, {{1, 2}}) == "");
    CHECK(row_of({0, 4, 8}, 16_u, {}) == "");
    CHECK(row_of({0, 4, 8}, 16_u, {{1, 1}}) == "tiles[2].moving walls in sight: 20 is not within -1 ... 16");
}
