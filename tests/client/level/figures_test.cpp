// Goal: the figures of a level's data are those that client/level/level_figures.hpp defines.
#include <doctest/doctest.h>

#include "client/level/level_figures.hpp"
#include "tests/client/level/tiny_level.hpp"

using namespace albireo;

namespace {

/// A level with one tile of 16 units, whose camera climbs by `rise`, and these polygons.
bool has_rock(const std::string& walls, const std::string& rise = "0") {
    const auto compiled = script::compile_level("level { name = 'Rock', backdrop = 'none', ticks = 60 }\n"
                                                "tile { model = 'a', exit = { 16, " +
                                                    rise + " }, ticks = 300, walls = { " + walls + " } }\n",
                                                "rock.lua", Difficulty::standard);
    REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
    return has_rock_in_mid_field(compiled.level, compiled.level.tiles[0]);
}

struct Rock {
    const char* what;
    const char* walls;
    bool is_mid_field;
};

#define FLOOR "{ {0,-20}, {16,-20}, {16,-7}, {8,-5}, {0,-7} }"
#define CEILING "{ {0,20}, {16,20}, {16,6}, {0,6} }"

constexpr Rock kRocks[] = {
    {"none at all", "", false},
    {"a floor", FLOOR, false},
    {"a floor and a ceiling", FLOOR "," CEILING, false},
    {"a spike that grows from the floor", FLOOR ", { {4,-8}, {4,-3.1}, {8,-3.1}, {8,-8} }", false},
    {"a pillar on the floor", FLOOR ", { {4,-18}, {4,-2.9}, {8,-2.9}, {8,-18} }", true},
    {"a pillar that hangs", CEILING ", { {4,18}, {4,2.9}, {8,2.9}, {8,18} }", true},
    {"an island", FLOOR "," CEILING ", { {4,3.5}, {6,3.5}, {6,4.5}, {4,4.5} }", true},
    {"an island without floor and ceiling", "{ {4,4}, {6,4}, {6,5}, {4,5} }", true},
    {"an island, given the other way round", "{ {4,4}, {4,5}, {6,5}, {6,4} }", true},
    {"an island of two polygons that meet", "{ {4,4}, {6,4}, {6,5}, {4,5} }, { {4,5}, {6,5}, {6,6}, {4,6} }", true},
    {"a slab too near to the floor to fly under", "{ {0,-20}, {16,-20}, {16,-7}, {0,-7} }, { {2,-6.1}, {14,-6.1}, {14,-4}, {2,-4} }",
     false},
    {"a slab just high enough", "{ {0,-20}, {16,-20}, {16,-7}, {0,-7} }, { {2,-5.9}, {14,-5.9}, {14,-4}, {2,-4} }", true},
    {"a slab with a way below and none above", CEILING ", { {2,4}, {14,4}, {14,5.5}, {2,5.5} }", false},
    {"an arch: a floor with a hole through it", "{ {2,-20}, {4,-20}, {4,-5}, {10,-5}, {10,-20}, {12,-20}, {12,-4}, {2,-4} }", true},
    {"rock below the field", "{ {4,-14}, {6,-14}, {6,-10}, {4,-10} }", false},
    {"rock that reaches out of the field", "{ {4,-10}, {6,-10}, {6,-4}, {4,-4} }", false},
    {"rock outside the camera's way through the tile", "{ {20,-1}, {22,-1}, {22,1}, {20,1} }", false},
};

}  // namespace

TEST_CASE("rock in mid-field") {
    for (const Rock& rock : kRocks) {
        CAPTURE(rock.what);
        CHECK(has_rock(rock.walls) == rock.is_mid_field);
    }
}

TEST_CASE("a tile with a moving wall is more than a floor and a ceiling") {
    Level level = support::tiny_level("");
    CHECK_FALSE(is_rich(level, level.tiles[0]));
    level.walls[level.tiles[0].walls.first].keys.count = 2;
    CHECK(is_rich(level, level.tiles[0]));
}

TEST_CASE("the field climbs with the camera") {
    const std::string high = "{ {13,9}, {15,9}, {15,11}, {13,11} }";
    CHECK_FALSE(has_rock(high, "0"));
    CHECK(has_rock(high, "12"));
}

TEST_CASE("the figures of a tiny level") {
    const Level level = support::tiny_level(R"(
        at(10) section()
        at(20) formation { kind = "dart", path = "high", count = 6, gap = 13 }
        at(300) formation { kind = "moth", path = "low", count = 3, gap = 13 }
        at(600) formation { kind = "dart", path = "high", count = 2, gap = 40 }
        at(900) turret { kind = "post", side = "floor" }
        at(1200) section()
        at(1490) boss { kind = "whale", place = { 20, 0 } }
    )");
    const LevelFigures figures = figures_of(level, {"moth", "whale", "other"});
    CHECK(figures.kinds.size() == 3);
    CHECK(figures.kinds[0].name == "dart");
    CHECK(figures.kinds[0].spawns == 8);
    CHECK(figures.new_kinds == 2);
    CHECK(figures.spawns == 12);
    CHECK(figures.share_of(1) == doctest::Approx(8 / 12.0));
    CHECK(figures.share_of(2) == doctest::Approx(11 / 12.0));
    CHECK(figures.share_of(9) == doctest::Approx(1));
    CHECK(figures.waves.size() == 3);
    CHECK(figures.waves[0].first.name == "dart high");
    CHECK(figures.waves[0].first.tick == 20);
    CHECK(figures.waves[0].uses == 2);
    CHECK(figures.sections == 2);
    CHECK(figures.tiles == 4);
    CHECK(figures.rich_tiles == 0);
    CHECK(figures.programs == 0);
}

TEST_CASE("kinds that differ only in name and machines are one") {
    struct Case {
        const char* what;
        const char* fields;  // of the second kind
        std::size_t kinds;
    };
    for (const Case& one : {Case{"the same", "parts = { radius = 0.4, armour = 7, gun = { rest = 60, speed = 0.1 } }", 1},
                            Case{"it hangs", "parts = { radius = 0.4, armour = 7, gun = { rest = 60, speed = 0.1 } },"
                                             "machines = { { name = 'm', { name = 's', begin = { face = 180 } } } }", 1},
                            Case{"more armour", "parts = { radius = 0.4, armour = 8, gun = { rest = 60, speed = 0.1 } }", 2},
                            Case{"another gun", "parts = { radius = 0.4, armour = 7, gun = { rest = 61, speed = 0.1 } }", 2},
                            Case{"no gun", "parts = { radius = 0.4, armour = 7 }", 2},
                            Case{"worth more", "parts = { radius = 0.4, armour = 7, gun = { rest = 60, speed = 0.1 } }, worth = 1", 2}}) {
        CAPTURE(one.what);
        const LevelFigures figures = figures_of(support::tiny_level(
            "kind { name = 'up', radius = 0.5, parts = { radius = 0.4, armour = 7, gun = { rest = 60, speed = 0.1 } } }\n"
            "kind { name = 'down', radius = 0.5, " + std::string(one.fields) + " }\n"
            "at(10) spawn { kind = 'up', place = { 18, 1 } } at(300) spawn { kind = 'down', place = { 18, 1 } }"));
        CHECK(figures.kinds.size() == one.kinds);
        CHECK(figures.waves.size() == 2);  // … which come from two sides
        CHECK(figures.spawns == 2);
        CHECK(figures.kinds[0].spawns == 3 - one.kinds);
    }
}

TEST_CASE("bullet programs: those of guns, each once") {
    const Level level = support::tiny_level(R"(
        bullet { name = "curl", { curve = 80, turn = 0.9 }, { fly = true } }
        bullet { name = "dart", { fly = 60, speed = 0.13, over = 60 } }
        for i, program in ipairs { "curl", "dart", "curl" } do
            local name = "gunner" .. tostring(i)
            kind { name = name, radius = 0.5, parts = { radius = 0.4, armour = i, gun = { rest = 60, speed = 0.1, bullet = program } } }
            at(100 * i) spawn { kind = name, place = { 18, 1 } }
        end
    )");
    CHECK(figures_of(level).programs == 2);
}

TEST_CASE("a level without enemies has figures, too") {
    const LevelFigures figures = figures_of(support::tiny_level(""));
    CHECK(figures.share_of(1) == 0);
    CHECK(figures.waves.empty());
}
