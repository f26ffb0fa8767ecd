// Goal: a level's bytes round-trip, no bytes at all can do harm, and derived data keeps its guarantees.
// One file: all tests give changed levels to the same reader and to check_level().
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/base/state_machine.hpp"
#include "sim/level/level_bytes.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;

namespace {

bool is_inside(std::span<const Vec2> polygon, double x, double y) {
    bool inside = false;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const double px = polygon[j].x.raw, py = polygon[j].y.raw, qx = polygon[i].x.raw, qy = polygon[i].y.raw;
        if ((py > y) != (qy > y) && x < px + (y - py) * (qx - px) / (qy - py)) inside = !inside;
    }
    return inside;
}

void mutate(std::vector<std::uint8_t>& bytes, Random& random) {
    const std::uint32_t times = 1 + random.below(4);
    for (std::uint32_t i = 0; i < times && !bytes.empty(); ++i) {
        const auto at = random.below(static_cast<std::uint32_t>(bytes.size()));
        const auto there = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto value = static_cast<std::uint8_t>(random.below(256));
        switch (random.below(6)) {
            case 0:
                *there ^= static_cast<std::uint8_t>(1u << random.below(8));
                break;
            case 1:
                *there = value;
                break;
            case 2:
                *there = 0xff;
                break;
            case 3:
                bytes.insert(there, value);
                break;
            case 4:
                bytes.erase(there);
                break;
            case 5:
                std::swap(*there, bytes[random.below(static_cast<std::uint32_t>(bytes.size()))]);
                break;
        }
    }
}

}  // namespace

TEST_CASE("a level's bytes load into a level with the same bytes") {
    const Level level = small_level();
    REQUIRE(check_level(level) == "");
    const auto bytes = level_bytes(level);
    Level loaded;
    REQUIRE(load_level(loaded, bytes) == "");
    CHECK(level_bytes(loaded) == bytes);
    CHECK(loaded.digest == level.digest);
    CHECK(loaded.path_samples.size() == level.paths.size());
    CHECK(loaded.tile_profiles.size() == level.tiles.size());
}

TEST_CASE("a level cut short at any byte is an error") {
    const auto bytes = level_bytes(small_level());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        Level loaded;
        CHECK(load_level(loaded, std::span(bytes).first(size)) != "");
    }
}

TEST_CASE("a wrong count is refused before anything is allocated") {
    auto bytes = level_bytes(small_level());
    const std::size_t names_at = 8 + 4 + 4 + 4 + 2 * Name::kMax;
    for (std::size_t i = 0; i < 4; ++i) bytes[names_at + i] = 0xff;
    Level loaded;
    CHECK(load_level(loaded, bytes).starts_with("names: 4294967295 items of 48 bytes do not fit"));
    CHECK(loaded.names.capacity() == 0);
}

TEST_CASE("data that is not a level of this version is refused by its header, with a reason") {
    struct Row {
        std::size_t at;
        std::uint8_t value;
        const char* error;
    };
    const Row rows[] = {
        {0, 'a', "not a level: it does not begin with ALBLEVEL and a header"},
        {7, 0, "not a level: it does not begin with ALBLEVEL and a header"},
        {8, 6, "level of version 6, this program reads version 5; compile its script again"},
        {8, 0, "level of version 0, this program reads version 5; compile its script again"},
        {11, 1, "level of version 16777221, this program reads version 5; compile its script again"},
        {17, 1, "header.spare: must be 0"},
        {18, 0, "level.breath: 0 is not within 1 ... 65535"},
    };
    const auto good = level_bytes(small_level());
    for (const Row& row : rows) {
        auto bytes = good;
        bytes[row.at] = row.value;
        Level loaded;
        CHECK(load_level(loaded, bytes) == row.error);
    }
    auto longer = good;
    longer.push_back(0);
    Level loaded;
    CHECK(load_level(loaded, longer) == "1 bytes too many at the end of the level");
    CHECK(load_level(loaded, std::vector<std::uint8_t>(kLevelBytesMax + 1)) ==
          "level of 1048577 bytes; at most 1048576 are read");
}

TEST_CASE("randomly changed bytes load or are refused, and a loaded level is canonical") {
    const auto good = level_bytes(small_level());
    Random random = Random::seed(1, 2);
    int loaded_count = 0;
    for (int i = 0; i < 20000; ++i) {
        auto bytes = good;
        mutate(bytes, random);
        Level loaded;
        if (!load_level(loaded, bytes).empty()) continue;
        ++loaded_count;
        CHECK(level_bytes(loaded) == bytes);
    }
    CHECK(loaded_count > 100);  // the test would show nothing if all were refused
    CHECK(loaded_count < 19000);
}

TEST_CASE("check_level names the first error") {
    struct Row {
        const char* error;
        void (*spoil)(Level&);
    };
    const Row rows[] = {
        {"level.ticks: 0 is not within 1 ... 216000", [](Level& level) { level.ticks = 0; }},
        {"names[0]: contains a byte that is not printable ASCII", [](Level& level) { level.names[0].bytes[0] = 10; }},
        {"names[0]: has bytes after its terminating zero", [](Level& level) { level.names[0].bytes[Name::kMax - 1] = 'x'; }},
        {"tiles[0].ticks: 0 is not within 1 ... 65535", [](Level& level) { level.tiles[0].ticks = 0; }},
        {"tiles[0].exit.x - enter.x: 0.500 is not within 4.000 ... 64.000",
         [](Level& level) { level.tiles[0].exit.x = level.tiles[0].enter.x + 500_mu; }},
        {"tiles[1].walls: ends at 65537, the list at ",
         [](Level& level) {
             level.tiles[1].walls = {65535, 2};
         }},
        {"guns[0].count: 65 is not within 1 ... 64", [](Level& level) { level.guns[0].count = 65; }},
        {"guns[0].speed: 9.000 is not within ", [](Level& level) { level.guns[0].speed = 9_u; }},
        {"guns[0].speed: 0.000 is not within ", [](Level& level) { level.guns[0].speed = 0_u; }},
        {"bullets[0]: step 1.ticks: 0 is not within 1 ... 900", [](Level& level) { level.bullet_steps[0].ticks = 0; }},
        {"bullets[0]: step 1.radius: 1 is not within 0 ... 0",
         [](Level& level) { level.bullet_steps[0].radius = Fixed{1}; }},
        {"bullets[0]: bullet.ticks of all steps: 901 is not within 900 ... 900",
         [](Level& level) { level.bullet_steps[1].ticks = 21; }},
        {"bullets[0]: step 3: aims after a rest of 17 ticks, must rest for 18, slower than 0.040",
         [](Level& level) { level.bullet_steps[1].ticks = 17; }},
        {"bullets[0]: step 4: flies at 0.140 after an aim, must be at most 0.130",
         [](Level& level) { level.bullet_steps[3].speed = 140_mu; }},
        {"bullets[1]: step 3.into: 1 is not within 0 ... 0", [](Level& level) { level.bullet_steps[6].into = 1; }},
        {"bullets[1]: bullet.draws: 0 is not within 1 ... 1", [](Level& level) { level.bullets[1].draws = 0; }},
        {"bullets[1].steps: ends at 8, the list at 7", [](Level& level) { level.bullets[1].steps.count = 4; }},
        {"guns[1]: gun.bullet: 2 is not within 0 ... 1", [](Level& level) { level.guns[1].bullet = 2; }},
        {"guns[1]: gun.hold: needs a bullet without `random`", [](Level& level) {
             level.bullet_steps[4].over = 0;
             level.guns[1].hold = 1;
         }},
        {"parts[0].gun: 7 is not within 0 ... 1", [](Level& level) { level.parts[0].gun = 7; }},
        {"kinds[0].parts.shield: parts shield each other in a ring",
         [](Level& level) { level.parts[0].shield = 1, level.parts[1].shield = 0; }},
        {"kinds[0].parts: 0 is not within 1 ... 16", [](Level& level) { level.kinds[0].parts.count = 0; }},
        {"actions[0].op: 26 is not within 0 ... 25", [](Level& level) { level.actions[0].op = Op{26}; }},
        {"actions[0].x: 0 is not within 1 ... 65535", [](Level& level) { level.actions[0] = {.op = Op::sleep}; }},
        {"actions[0].z: 5 is not within 0 ... 0",
         [](Level& level) { level.actions[0] = {.op = Op::sleep, .x = 1, .z = 5}; }},
        {"actions[0].a: 1 is not within 0 ... 0", [](Level& level) { level.actions[0] = {.op = Op::anchor, .a = 1}; }},
        {"actions[0].a: kind 0 spawns kinds that spawn children, so it cannot be a child",
         [](Level& level) { level.actions[0] = {.op = Op::spawn}; }},
        {"transitions[0].to: 9 is not within 0 ... 1", [](Level& level) { level.transitions[0].to = 9; }},
        {"transitions[0].x: 70000 is not within 0 ... 65535", [](Level& level) { level.transitions[0].x = 70000; }},
        {"actions[0].x: x and y are both 0, so the enemy would never leave",
         [](Level& level) { level.actions[0] = {.op = Op::leave}; }},
        {"actions[0].a: 3 is not within 0 ... 2", [](Level& level) { level.actions[0] = {.op = Op::face, .a = 3}; }},
        {"actions[0].x: 1 is not within 0 ... 0",
         [](Level& level) { level.actions[0] = {.op = Op::face, .a = 1, .x = 1}; }},
        {"actions[0].x: 65536 is not within 0 ... 65535",
         [](Level& level) { level.actions[0] = {.op = Op::face, .a = 0, .x = 65536}; }},
        {"actions[0].x: 32768 is not within -32768 ... 32767",
         [](Level& level) { level.actions[0] = {.op = Op::face, .a = 2, .x = 32768}; }},
        {"actions[0].x: 0 is out of range: no value is valid here",
         [](Level& level) {
             level.actions[0] = {.op = Op::follow};
             level.paths.clear();
             level.spawns[0].placement = Placement::point;
             level.spawns[0].path = kNone16;
         }},
        {"machines[0].states: 0 is not within 1 ... 254", [](Level& level) { level.machines[0].states.count = 0; }},
        {"spawns[0].kind: 3 is not within 0 ... 1", [](Level& level) { level.spawns[0].kind = 3; }},
        {"kinds[0].par: 60 is not within 0 ... 0", [](Level& level) { level.kinds[0].par = 60; }},
        {"formations[0].spawns: 2 is not within 3 ... 65535", [](Level& level) { level.formations = {{{1, 2}}}; }},
        {"formations[0].spawns: ends at 4, the list at 3", [](Level& level) { level.formations = {{{1, 3}}}; }},
        {"formations[0].spawns.kind: 1 is not within 0 ... 0", [](Level& level) { level.formations = {{{0, 3}}}; }},
        {"formations[1].spawns.first: 2 is not within 3 ... 65535",
         [](Level& level) {
             level.spawns.insert(level.spawns.end(), 4, level.spawns[1]);
             level.spawns[0] = level.spawns[1];
             level.formations = {{{0, 3}}, {{2, 3}}};
         }},
        {"cues[1].tick: 9 is not within 10 ... 600", [](Level& level) { level.cues[1].tick = 9; }},
        {"cues[1].a: spawn 0 has a cue already", [](Level& level) { level.cues[1].a = 0; }},
        {"loops[0].tiles: ends at 3, the list at 2", [](Level& level) { level.loops[0].tiles.count = 2; }},
        {"loops[0].laps_max: 0 is not within 1 ... 200", [](Level& level) { level.loops[0].laps_max = 0; }},
        {"loop_cues[0].tick: 600 is not within 0 ... 299", [](Level& level) { level.loop_cues[0].tick = 600; }},
        {"paths[0].length from point to point: 0.000 is not within ",
         [](Level& level) { level.points[0] = level.points[1] = level.points[2] = {}; }},
    };
    for (const Row& row : rows) {
        Level level = small_level();
        row.spoil(level);
        const std::string error = check_level(level);
        CHECK_MESSAGE(error.starts_with(row.error), error, " instead of ", row.error);
    }
}

TEST_CASE("states that lead back to themselves within one tick, or by armour alone, are refused by name") {
    struct Row {
        const char* error;
        std::vector<TransitionDef> first, second;  // of the two states
        std::vector<ActionDef> tick = {};          // of the second
        std::vector<ActionDef> begin = {{.op = Op::anchor}};
    };
    const std::string at_once = "states[0]: 'thing' leads back to itself within one tick";
    const std::string armour =
        "states[0]: 'thing' leads back to itself by armour_below, so the armour of part 0 could never fall below the mark";
    const auto waits = "; a state of the cycle must wait";
    const std::vector<ActionDef> stays = {};
    const Row rows[] = {
        {"", {{.when = When::after, .to = 1, .x = 1}}, {{.when = When::always, .to = 0}}},
        {"at once", {{.when = When::after, .to = 1, .x = 0}}, {{.when = When::always, .to = 0}}},
        {"at once", {{.when = When::always, .to = 1}}, {}, {{.op = Op::go, .a = 0}}},
        {"", {{.when = When::always, .to = 1}}, {}, {{.op = Op::sleep, .x = 1}, {.op = Op::go, .a = 0}}},
        {"flag", {{.when = When::flag, .a = 3, .to = 1}}, {{.when = When::flag, .a = 3, .to = 0}}},
        {"", {{.when = When::flag, .a = 3, .to = 1}}, {{.when = When::flag, .a = 4, .to = 0}}},
        {"", {{.when = When::flag, .a = 3, .to = 1}}, {{.when = When::always, .to = 1}, {.when = When::flag, .a = 3, .to = 0}}},
        {"arrived", {{.when = When::arrived, .to = 1}}, {{.when = When::arrived, .to = 0}}, {}, stays},
        {"", {{.when = When::arrived, .to = 1}}, {{.when = When::arrived, .to = 0}}},
        {"armour", {{.when = When::armour_below, .to = 0, .x = 500}}, {}},
        {"armour", {{.when = When::armour_below, .to = 1, .x = 500}}, {{.when = When::armour_below, .to = 0, .x = 300}}},
        {"armour", {{.when = When::armour_below, .to = 1, .x = 500}}, {{.when = When::always, .to = 0}}},
        {"", {{.when = When::armour_below, .to = 1, .x = 500}}, {{.when = When::armour_below, .a = 1, .to = 0, .x = 500}}},
        {"", {{.when = When::armour_below, .to = 1, .x = 500}}, {{.when = When::after, .to = 0, .x = 9}}},
    };
    for (const Row& row : rows) {
        Level level = small_level();
        level.transitions = row.first;
        level.transitions.insert(level.transitions.end(), row.second.begin(), row.second.end());
        const auto first = static_cast<std::uint16_t>(row.first.size());
        level.actions = row.begin;
        level.actions.insert(level.actions.end(), row.tick.begin(), row.tick.end());
        const Range begin = {0, static_cast<std::uint16_t>(row.begin.size())};
        level.states[0] = {.name = 0, .begin = begin, .transitions = {0, first}};
        level.states[1] = {.name = 1,
                           .tick = {begin.count, static_cast<std::uint16_t>(row.tick.size())},
                           .transitions = {first, static_cast<std::uint16_t>(row.second.size())}};
        const std::string_view what = row.error;
        const std::string error = what.empty()        ? ""
                                  : what == "armour"  ? armour
                                  : what == "at once" ? at_once + waits
                                                      : at_once + ", by " + std::string(what) + waits;
        CHECK(check_level(level) == error);
    }
}

namespace {

/// Runs a machine of a level in which one given condition holds, and those that always hold.
struct OneCondition {
    const Level& level;
    TransitionDef given;
    int age = 0;

    const StateDef& at(std::uint8_t state) const { return level.states[state]; }
    std::uint8_t state_count() const { return static_cast<std::uint8_t>(level.machines[0].states.count); }
    std::uint8_t transition_count(std::uint8_t state) const { return static_cast<std::uint8_t>(at(state).transitions.count); }
    const TransitionDef& way(std::uint8_t state, std::uint8_t i) const {
        return level.transitions[std::size_t{at(state).transitions.first} + i];
    }
    Transition transition(std::uint8_t state, std::uint8_t i) const { return {way(state, i).to, is_shared(way(state, i).when)}; }
    bool holds(std::uint8_t state, std::uint8_t i) const {
        const TransitionDef& def = way(state, i);
        if (def.when == When::always) return true;
        if (def.when == When::after) return age >= def.x;
        if (def.when == When::in_state && def.a == 0) return def.x == state;
        return def.when == given.when && def.a == given.a && def.x == given.x;
    }
    void begin(std::uint8_t) { age = 0; }
    void end(std::uint8_t) {}
    void tick(std::uint8_t state, Machine& machine) const {
        const Range program = at(state).tick;
        for (std::size_t i = 0; i < program.count; ++i) {
            const ActionDef& action = level.actions[std::size_t{program.first} + i];
            if (action.op == Op::sleep) return;
            if (action.op == Op::go) return go(machine, action.a);
        }
    }
};

}  // namespace

TEST_CASE("of random machines, exactly those are refused that one condition drives in a cycle within a tick") {
    Random random = Random::seed(5, 6);
    int circles = 0, sound = 0;
    for (int round = 0; round < 3000; ++round) {
        Level level = small_level();
        level.actions.clear();
        level.transitions.clear();
        level.states.clear();
        constexpr std::uint32_t kStates = 4;
        const auto any_state = [&] { return static_cast<std::uint8_t>(random.below(kStates)); };
        for (std::uint32_t s = 0; s < kStates; ++s) {
            StateDef state;
            state.tick.first = static_cast<std::uint16_t>(level.actions.size());
            state.transitions.first = static_cast<std::uint16_t>(level.transitions.size());
            if (random.below(3) == 0) level.actions.push_back({.op = Op::warn});
            if (random.below(2) == 0) level.actions.push_back({.op = Op::sleep, .x = 1});
            if (random.below(4) == 0) level.actions.push_back({.op = Op::go, .a = any_state()});
            for (std::uint32_t way = random.below(4); way > 0; --way) {
                const std::uint8_t to = any_state();
                const TransitionDef choices[] = {
                    {.when = When::flag, .a = static_cast<std::uint8_t>(random.below(2)), .to = to},
                    {.when = When::in_state, .a = 1, .to = to, .x = static_cast<std::int32_t>(random.below(2))},
                    {.when = When::in_state, .a = 0, .to = to, .x = any_state()},
                    {.when = When::after, .to = to, .x = static_cast<std::int32_t>(random.below(4))},
                    {.when = When::path_done, .to = to},
                    {.when = When::part_dead, .to = to},
                };
                level.transitions.push_back(choices[random.below(6)]);
            }
            state.tick.count = static_cast<std::uint16_t>(level.actions.size() - state.tick.first);
            state.transitions.count = static_cast<std::uint16_t>(level.transitions.size() - state.transitions.first);
            level.states.push_back(state);
        }
        level.states.insert(level.states.end(), {{}, {}});  // the other machine's
        level.machines = {{.states = {0, kStates}}, {.states = {kStates, 2}}};
        level.kinds[0].machines = {0, 2};

        const TransitionDef nothing = {.when = When::parts_dead};
        std::vector<TransitionDef> conditions = level.transitions;
        conditions.push_back(nothing);
        bool goes_on = false;
        for (const TransitionDef& given : conditions) {
            if (is_shared(given.when) && given.when != nothing.when) continue;
            for (std::uint8_t s = 0; s < kStates; ++s) {
                OneCondition host{level, given};
                Machine machine;
                start(machine, host, s);
                run(machine, host);
                goes_on = goes_on || machine.stuck != 0;
            }
        }
        const std::string error = check_level(level);
        CHECK_MESSAGE((error.find("leads back to itself within one tick") != std::string::npos) == goes_on, error);
        CHECK((error.empty() || goes_on));
        (goes_on ? circles : sound) += 1;
    }
    CHECK(circles > 300);
    CHECK(sound > 300);
}

TEST_CASE("path samples are one step apart and pass near every point") {
    const Level level = small_level();
    for (std::size_t i = 0; i < level.paths.size(); ++i) {
        const PathSamples& samples = level.path_samples[i];
        REQUIRE(samples.points.size() >= 2);
        CHECK(samples.length.raw == kPathStep.raw * static_cast<std::int32_t>(samples.points.size() - 1));
        for (std::size_t s = 0; s + 1 < samples.points.size(); ++s) {
            const double way = length(samples.points[s + 1] - samples.points[s]).raw;
            CHECK(way <= kPathStep.raw + 8);  // each chord's length is rounded down, and a step has about six chords
            CHECK(way >= kPathStep.raw * 0.98);
        }
        const Range points = level.paths[i].points;
        for (std::size_t p = 0; p < points.count; ++p) {
            std::int32_t nearest = 1 << 30;
            for (const Vec2 sample : samples.points) {
                nearest = std::min(nearest, length(sample - level.points[points.first + p]).raw);
            }
            CHECK(nearest <= kPathStep.raw);
        }
        CHECK(samples.points.front() == level.points[points.first]);
    }
}

TEST_CASE("a straight path is sampled exactly, with its length rounded up to a step") {
    Level level = small_level();
    level.points[0] = {-4_u, 1_u};
    level.points[1] = {0_u, 1_u};
    level.points[2] = {3_u + 100_mu, 1_u};
    derive(level);
    const PathSamples& samples = level.path_samples[0];
    CHECK(samples.length == 7_u + 250_mu);
    for (std::size_t i = 0; i < samples.points.size(); ++i) {
        CHECK(samples.points[i].y == 1_u);
        CHECK(std::abs(samples.points[i].x.raw + 4 * 65536 - static_cast<std::int32_t>(i) * 16384) <= 24);
    }
}

TEST_CASE("a profile never calls rock clear") {
    Random random = Random::seed(3, 4);
    int open = 0;
    int narrow = 0;
    int second = 0;
    for (int round = 0; round < 300; ++round) {
        Level level = small_level();
        const auto place = [&](std::int32_t most) { return Fixed{random.between(-most, most)}; };
        level.tiles.resize(1);
        level.loops.clear();
        level.loop_cues.clear();
        level.walls.clear();
        level.points.resize(3);  // keeps the path's points
        TileDef& tile = level.tiles[0];
        tile.enter = {-place(1 << 18), place(1 << 18)};
        tile.exit = {tile.enter.x + 6_u + abs(place(1 << 19)), place(1 << 18)};
        tile.walls = {0, 3};
        for (int w = 0; w < 3; ++w) {  // triangles to decagons with unordered corners: they cross themselves
            const auto count = static_cast<std::uint16_t>(random.between(3, 10));
            level.walls.push_back({{static_cast<std::uint16_t>(level.points.size()), count}});
            const std::int32_t lift = w == 2 ? 0 : (w == 0 ? -9 : 9) * 65536;
            for (int p = 0; p < count; ++p) level.points.push_back({place(12 << 16), place(5 << 16) + Fixed{lift}});
        }
        if (random.below(2) == 0) {
            level.walls.pop_back();
            tile.walls.count = 2;
        }
        REQUIRE(check_level(level) == "");
        derive(level);
        const TileProfile& profile = level.tile_profiles[0];
        for (int sample = 0; sample < 2000; ++sample) {
            const Fixed place_x{random.between(-40 << 16, 40 << 16)};
            const double x = place_x.raw;
            const auto column = wall_column(place_x) - profile.first_column;
            Gap gap = {-20_u, 20_u};
            if (column >= 0 && column < static_cast<std::int32_t>(profile.columns.size())) {
                const Gaps& free = profile.columns[static_cast<std::size_t>(column)];
                gap = common(gap, sample % 2 == 0 ? free.gap : free.other);
                if (gap.is_empty()) continue;
                ++open;
                narrow += gap.high - gap.low < 36_u;
                second += sample % 2;
            }
            const double height = gap.high.raw - gap.low.raw;
            const double y = gap.low.raw + height * random.below(65536) / 65536.0;
            for (const WallDef& wall : level.walls) {
                REQUIRE_FALSE(is_inside(std::span(level.points).subspan(wall.points.first, wall.points.count), x, y));
            }
        }
    }
    CHECK(open > 10000);  // and it does not call everything blocked either
    CHECK(narrow > 5000);
    CHECK(second > 5000);
}
