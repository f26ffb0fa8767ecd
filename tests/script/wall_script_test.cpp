// Goal: a script's walls with keys become moving walls, the rocks of scenery.lua are where they should be, and every
// mistake is named.
#include <doctest/doctest.h>

#include <string>

#include "sim/base/polygon.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;
using namespace albireo::script;

namespace {

// Lines 1 and 2 of every script below.
const std::string kHead =
    "level { name = 'Test', backdrop = 'none', ticks = 300 }\n"
    "tile { model = 'a', exit = {20, 0}, ticks = 300 }\n";

// A tile with a wall whose further fields follow.
const std::string kDoor = "tile { model = 'b', exit = {8, 0}, ticks = 9,\nwalls = { { {0, 1}, {2, 1}, {1, 3}, ";
const std::string kDart =
    "kind { name = 'dart', radius = 0.5, speed = 0.1, parts = { radius = 0.4, armour = 3 } }\n"
    "path { name = 'line', {20, 0}, {-20, 0} }\n";

std::string error_of(const std::string& body) {
    return compile_level(kHead + body, "test.lua", Difficulty::standard).error;
}

Level level_of(const std::string& body) {
    Compiled compiled = compile_level(kHead + body, "test.lua", Difficulty::standard);
    REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
    return compiled.level;
}

}  // namespace

TEST_CASE("walls with keys become moving walls") {
    const Level level = level_of("at(1) raise 'other'\n" + kDoor +
                                 "keys = { {60, 0.5, -1} }, after = 'open' }, { {0, 5}, {2, 5}, {1, 7} },\n"
                                 "{ {0, 8}, {2, 8}, {1, 9}, keys = { {0, 1, 0}, {30, 2, 0} }, period = 90, even = true } } }");
    const TileDef& tile = level.tiles.back();
    REQUIRE(tile.walls.count == 3);
    const auto walls = std::span(level.walls).subspan(tile.walls.first);
    const auto key = [&](std::size_t wall, std::size_t k) { return level.wall_keys[walls[wall].keys.first + k]; };
    CHECK(walls[0].keys.count == 2);
    CHECK(key(0, 0).by == Vec2{});
    CHECK(key(0, 1).t == 60);
    CHECK(key(0, 1).by == Vec2{500_mu, -1_u});
    CHECK(walls[0].flag == 1);
    CHECK(walls[0].even == 0);
    CHECK_FALSE(walls[1].moves());
    CHECK(walls[2].keys.count == 2);
    CHECK(key(2, 0).by == Vec2{1_u, 0_u});
    CHECK(walls[2].flag == kNone);
    CHECK(walls[2].period == 90);
    CHECK(walls[2].even == 1);
    // A turret stands on static rock, here on the wall between the two.
    CHECK(error_of(kDart + kDoor + "keys = { {60, 0, -1} } } } }\nat(1) turret { kind = 'dart', ahead = 17, side = 'ceiling' }")
              .find("turret: there is no ceiling") != std::string::npos);
}

TEST_CASE("scenery: rocks in mid-field, and a slab that comes down after 60 ticks") {
    const Resolver resolver = [](std::string_view name) { return builtin_source(name); };
    const auto compiled = compile_level(
        "level { name = 'x', backdrop = 'y', ticks = 100 } use 'scenery' canyon_start { floor = -7, ceiling = 8, seed = 1 }\n"
        "canyon { model = 'a', ticks = 200, rise = 4, floor = -7, ceiling = 8, rocks = { island { x = 3, y = 1 },\n"
        "arch { x = 4, y = 0 }, pillar { x = 9, top = -2 }, pillar { x = 9, bottom = 2 },\n"
        "slab { x = 5, y = 6, drop = 5, after = 'shut', at = 10 } } }",
        "test.lua", Difficulty::standard, resolver);
    REQUIRE(compiled.error == "");
    const Level& level = compiled.level;
    REQUIRE(level.walls.size() == 7);
    for (std::size_t w = 0; w < 6; ++w) CHECK_FALSE(level.walls[w].moves());
    const auto is_in = [&](std::size_t wall, Vec2 at) {
        const Range points = level.walls[wall].points;
        return is_inside(std::span(level.points).subspan(points.first, points.count), at);
    };
    CHECK(is_in(2, {3_u, 1_u + 750_mu}));  // the tile climbs by a quarter of a unit for each of its units
    CHECK(is_in(3, {9_u, 1_u + 500_mu + 2_u + 250_mu}));
    CHECK_FALSE(is_in(3, {9_u, 2_u + 250_mu}));
    CHECK(is_in(4, {9_u, 2_u + 250_mu - 4_u}));
    CHECK_FALSE(is_in(4, {9_u, 2_u + 250_mu}));
    CHECK(is_in(5, {9_u, 2_u + 250_mu + 4_u}));
    const WallDef& slab = level.walls[6];
    REQUIRE(slab.moves());
    CHECK(slab.flag == 0);
    const auto keys = std::span(level.wall_keys).subspan(slab.keys.first, slab.keys.count);
    for (const WallKey& key : keys) CHECK((key.t <= 70 ? abs(key.by.y) <= 61_mu : key.by.y == -5_u));
    CHECK(keys.back().t == 130);
}

TEST_CASE("mistakes in moving walls") {
    struct Row {
        std::string body, error;
    };
    const Row rows[] = {
        {kDoor + "keys = { {1, 0} } } } }", "test.lua:3: tile.walls[1].keys[1]: must be {t, dx, dy}"},
        {kDoor + "keys = { {0, 0, 1} } } } }", "test.lua:3: tile.walls[1].keys: must have a key {t, dx, dy} after tick 0"},
        {kDoor + "keys = { {9, 0, 1}, {9, 0, 2} } } } }",
         "test.lua:3: tile.walls[1].keys[2]: must be later than the key before it, at 9"},
        {kDoor + "keys = { {70000, 0, 1} } } } }", "test.lua:3: tile.walls[1].keys[1][1]: must be a whole number from 0"},
        {kDoor + "keys = { {9, 300, 1} } } } }", "test.lua:3: tile.walls[1].keys[1][2]: must be a number from -256 to 256"},
        {kDoor + "keys = { {9, 0, 5} } } } }",
         "test.lua:3: tile.walls[1].keys: from tick 0 to 9 the wall moves by more than half a unit a tick"},
        {kDoor + "keys = { {9, 0, 4} }, period = 12 } } }",
         "test.lua:3: tile.walls[1].keys: from tick 9 to 12 the wall moves by more than half a unit a tick"},
        {kDoor + "keys = { {900, 0, 127} } } } }",
         "test.lua:3: tile.walls[1].keys: at tick 900 a point of the wall is more than 128 units from the tile's origin"},
        {kDoor + "keys = { {9, 0, 4} }, period = 9 } } }",
         "test.lua:3: tile.walls[1].period: must be a whole number from 10 to 65535, is 9"},
        {kDoor + "keys = { {9, 0, 4} }, after = 4 } } }", "test.lua:3: tile.walls[1].after: must be a string, is 4"},
        {kDoor + "keys = { {9, 0, 4} }, evn = true } } }", "test.lua:3: tile.walls[1]: unknown field 'evn'; known: even"},
        {kDoor + "period = 9 } } }", "test.lua:3: tile.walls[1]: unknown field 'period'"},
        {kDoor + "} } }\nlocal keys = {} for i = 1, 32 do append(keys, {i, 0, 0}) end\n" + kDoor + "keys = keys } } }",
         "test.lua:6: tile.walls[1].keys: more than 32 keys, including the one at 0"},
        {"local w = {} for i = 1, 9 do append(w, { {0, 1}, {2, 1}, {1, 3}, keys = { {9, 0, 1} } }) end\n"
         "tile { model = 'b', exit = {8, 0}, ticks = 9, walls = w }",
         "test.lua:4: tile.walls: more than 8 walls of a tile have keys"},
    };
    for (const Row& row : rows) {
        const std::string error = error_of(row.body);
        CHECK_MESSAGE(error.starts_with(row.error), error, " INSTEAD OF ", row.error);
    }
}
