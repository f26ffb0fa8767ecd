// Goal: a script produces the level it describes, the same on every machine. Every error names file, line and what was
// expected. No script can reach outside, run without end, or take unbounded memory.
#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "sim/level/level_bytes.hpp"
#include "sim/level/operation.hpp"
#include "sim/script/compile.hpp"
#include "sim/script/reference.hpp"
#include "tests/script/script_cases.hpp"
#include "tests/script/short_script.hpp"

using namespace albireo;
using namespace albireo::script;

TEST_CASE("a script produces the level it describes") {
    const Level level = level_of(kDart + R"(
        at(30) formation { kind = "dart", path = "line", count = 3, gap = 10 }
        wait(30) formation { kind = "dart", path = "line", count = 3, abreast = 1.5, stagger = 4, mirror = true }
        at(100) spawn { kind = "dart", place = {18, -2.5} }
        message "Hello" section() warn() raise "gate"
    )");
    CHECK(level.title.view() == "Test");
    CHECK(level.difficulty == Difficulty::standard);
    REQUIRE(level.kinds.size() == 1);
    CHECK(level.kinds[0].speed == Fixed::ratio(1, 10) + Fixed{1});  // 0.1 is 6553.6 / 65536, rounded up
    REQUIRE(level.paths.size() == 2);                               // as drawn, and mirrored
    REQUIRE(level.spawns.size() == 7);
    CHECK(level.spawns[3].abreast == -1500_mu);
    CHECK(level.spawns[4].abreast == 0_u);
    CHECK(level.spawns[5].abreast == 1500_mu);
    CHECK(level.spawns[6].at == Vec2{18_u, -2500_mu});
    std::vector<std::uint32_t> ticks;
    for (const CueDef& cue : level.cues) ticks.push_back(cue.tick);
    CHECK(ticks == std::vector<std::uint32_t>{30, 40, 50, 60, 64, 64, 100, 100, 100, 100, 100});
}

TEST_CASE("machines, parts, guns, beams, hatches and missiles compile") {
    const Level level = level_of(R"(
        missile { name = "fly", launch_speed = 0.05, speed = 0.2, radius = 0.2 }
        kind { name = "imp", radius = 0.3, parts = { radius = 0.3, armour = 1 } }
        path { name = "out", {0, 0}, {10, 0} }
        kind { name = "thing", size = "boss", radius = 3, worth = 100, charge = 50,
            parts = {
                { name = "core", vital = true, radius = 1, armour = 100, shielded_by = "arm" },
                { name = "arm", radius = 0.5, armour = 20, offset = {1, 2}, orbit = {2, 1}, period = 90, phase = 90,
                  gun = { pattern = "ring", count = 12, speed = 0.1, rest = 60 },
                  beam = { bend = {-4, 2}, tip = {-8, 0} },
                  hatch = { missile = "fly", count = 3, shielded_when_shut = true } },
            },
            machines = {
                { name = "move",
                  { name = "in", begin = { hover = {8, 0}, over = 90 }, next = { arrived = true, to = "stay" } },
                  { name = "stay", tick = { { sleep = 100 }, { spawn = "imp", offset = {-1, 0} } },
                    next = { { armour_below = 0.5, part = "core", to = "out" }, { flag = "gate", to = "out" } } },
                  { name = "out", begin = { { follow = "out", speed = 0.2 }, { face = "path" } }, finish = { warn = true } } },
                { name = "fire",
                  { name = "wait", next = { in_state = "move.stay", to = "all" } },
                  { name = "all", begin = { { guns = true }, { beams = true, part = "arm" }, { turn = -1 } },
                    next = { { part_dead = "arm", to = "wait" }, { parts_dead = 1, to = "wait" }, { after = 9, to = "wait" } } } },
            } }
        spawn { kind = "thing", place = {20, 0} }
    )");
    REQUIRE(level.kinds.size() == 2);
    CHECK(level.name(level.kinds[0].name) == "imp");  // a child's kind comes before its parent's
    const KindDef& thing = level.kinds[1];
    CHECK(thing.size == KindSize::boss);
    REQUIRE(thing.parts.count == 2);
    const PartDef& arm = level.parts[thing.parts.first + 1u];
    CHECK(level.parts[thing.parts.first].shield == 1);
    CHECK(arm.motion == PartMotion::orbit);
    CHECK(arm.phase == Angle::degrees(90));
    CHECK(level.beams[arm.beam].curved == 1);
    CHECK(level.hatches[arm.hatch].count == 3);
    REQUIRE(thing.machines.count == 2);
    const MachineDef& fire = level.machines[thing.machines.first + 1u];
    const StateDef& wait = level.states[fire.states.first];
    const TransitionDef& way = level.transitions[wait.transitions.first];
    CHECK(way.when == When::in_state);
    CHECK(way.a == 0);
    CHECK(way.x == 1);
    CHECK(way.to == 1);
    const StateDef& all = level.states[fire.states.first + 1u];
    CHECK(level.actions[all.begin.first + 1u].a == 1);
    CHECK(level.actions[all.begin.first + 2u].x == -182);
}

namespace {

// A kind of one machine with this tick, and what it needs.
std::string machine_of(const std::string& tick, const std::string& way) {
    return kDart + R"(
        kind { name = "thing", radius = 1,
            parts = { { name = "core", vital = true, radius = 1, armour = 9 }, { name = "arm", radius = 1, armour = 9 } },
            machines = { { name = "a", { name = "one", tick = {)" + tick + R"(}, next = {)" + way + R"(} },
                                       { name = "two" } },
                         { name = "b", { name = "one" }, { name = "two" } } } }
        spawn { kind = "thing", place = {20, 0} })";
}

}  // namespace

TEST_CASE("every action and every transition still compiles to the same bytes") {
    struct Action {
        const char* script;
        ActionDef stored;
    };
    const auto raw = [](int units) { return Fixed::ratio(units, 1).raw; };
    const Action actions[] = {
        {"sleep = 9", {.op = Op::sleep, .x = 9}},
        {"guns = true", {.op = Op::guns, .a = kNone, .x = 1}},
        {"guns = false, part = 'arm'", {.op = Op::guns, .a = 1}},
        {"beams = true", {.op = Op::beams, .a = kNone, .x = 1}},
        {"hatches = true, part = 'core'", {.op = Op::hatches, .a = 0, .x = 1}},
        {"follow = 'line'", {.op = Op::follow}},
        {"follow = 'line', mirror = true, speed = 2", {.op = Op::follow, .y = raw(2)}},
        {"speed = 3", {.op = Op::speed, .x = raw(3)}},
        {"speed = 3, over = 40", {.op = Op::speed, .x = raw(3), .y = 40}},
        {"hover = {5, -6}", {.op = Op::hover, .x = raw(5), .y = raw(-6), .z = 60}},
        {"hover = {5, -6}, over = 1", {.op = Op::hover, .x = raw(5), .y = raw(-6), .z = 1}},
        {"drift = {-1, 2}", {.op = Op::drift, .x = raw(-1), .y = raw(2)}},
        {"anchor = true", {.op = Op::anchor}},
        {"leave = {0, 2}", {.op = Op::leave, .y = raw(2)}},
        {"face = 'path'", {.op = Op::face, .a = 1}},
        {"face = 90", {.op = Op::face, .a = 0, .x = 16384}},
        {"turn = -90", {.op = Op::face, .a = 2, .x = -16384}},
        {"part_to = {1, 2}, part = 'arm'", {.op = Op::part_to, .a = 1, .x = raw(1), .y = raw(2), .z = 60}},
        {"part_to = {1, 2}, part = 'core', over = 0", {.op = Op::part_to, .x = raw(1), .y = raw(2)}},
        {"spawn = 'dart'", {.op = Op::spawn}},
        {"spawn = 'dart', offset = {-1, 0}", {.op = Op::spawn, .x = raw(-1)}},
        {"raise = 'gate'", {.op = Op::raise}},
        {"message = 'thing'", {.op = Op::message}},
        {"warn = true", {.op = Op::warn}},
        {"armour = true, part = 'arm'", {.op = Op::armour, .a = 1, .x = 1}},
        {"go = 'two'", {.op = Op::go, .a = 1}},
        {"sleep = 9, random = 4", {.op = Op::sleep, .x = 9, .y = 4}},
        {"float = {0, 1}", {.op = Op::floats, .y = raw(1), .z = 30}},
        {"fall = {0, 1}, pull = 2", {.op = Op::fall, .y = raw(1), .z = raw(2)}},
        {"vanish = true", {.op = Op::end}},
        {"joint = true, part = 'arm'", {.op = Op::joint, .a = 1, .x = 1}},
        {"swell = 2", {.op = Op::swell, .x = raw(2), .z = 60}},
    };
    std::set<std::pair<Op, std::uint8_t>> tried;
    for (const Action& row : actions) {
        Level level = level_of(machine_of(row.script, "{ after = 9, to = 'two' }"));
        REQUIRE(level.actions.size() == 1);
        // Names and paths are numbered in the order of their first use.
        ActionDef stored = row.stored;
        if (stored.op == Op::message) {
            CHECK(level.name(static_cast<std::uint16_t>(level.actions[0].x)) == "thing");
            stored.x = level.actions[0].x;
        }
        CHECK_MESSAGE(std::memcmp(&level.actions[0], &stored, sizeof stored) == 0, row.script);
        tried.emplace(stored.op, stored.op == Op::face ? stored.a : 0);
    }
    // The others need a part with several guns, a boss, and an action before them (script_rules_test).
    CHECK(tried.size() + 3 == kOperations.size());

    struct Way {
        const char* script;
        TransitionDef stored;
    };
    const Way ways[] = {
        {"always = true", {.when = When::always}},
        {"after = 9", {.when = When::after, .x = 9}},
        {"path_done = true", {.when = When::path_done}},
        {"arrived = true", {.when = When::arrived}},
        {"in_state = 'b.two'", {.when = When::in_state, .a = 1, .x = 1}},
        {"armour_below = 0.667, part = 'arm'", {.when = When::armour_below, .a = 1, .x = 667}},
        {"part_dead = 'arm'", {.when = When::part_dead, .a = 1}},
        {"parts_dead = 2", {.when = When::parts_dead, .x = 2}},
        {"flag = 'gate'", {.when = When::flag}},
        {"in_sea = true", {.when = When::in_sea, .x = 1}},
    };
    std::set<When> tested;
    for (const Way& row : ways) {
        const Level level = level_of(machine_of("", std::string("{ to = 'two', ") + row.script + " }"));
        REQUIRE(level.transitions.size() == 1);
        TransitionDef stored = row.stored;
        stored.to = 1;
        CHECK_MESSAGE(std::memcmp(&level.transitions[0], &stored, sizeof stored) == 0, row.script);
        tested.insert(stored.when);
    }
    CHECK(tested.size() == kConditions.size());
}

TEST_CASE("an action names one operation, and a transition one condition") {
    const auto error = [](const std::string& tick, const std::string& way = "") { return error_of(machine_of(tick, way)); };
    const std::string tick = "test.lua:6: kind 'thing'.machines 'a'.state 'one'.tick[1]";
    const std::string next = "test.lua:6: kind 'thing'.machines 'a'.state 'one'.next[1]";
    CHECK(error("{ guns = true, beams = true }") == tick + ": two actions, 'guns' and 'beams'; each needs a table of its own");
    CHECK(error("{ face = 'path', turn = 3 }") == tick + ": two actions, 'face' and 'turn'; each needs a table of its own");
    CHECK(error("{ speed = 1, drift = {1, 1} }") == tick + ": two actions, 'speed' and 'drift'; each needs a table of its own");
    CHECK(error("{ part = 'arm' }").starts_with(tick + ": unknown field 'part'; closest matches: "));
    CHECK(error("{}, {}") == tick + ": no action is named here");
    CHECK(error("{ face = 'left' }") == tick + ".face: unknown 'left'; known: path");
    CHECK(error("{ face = true }") == tick + ".face: must be an angle in degrees, is true");
    CHECK(error("{ leave = {0, 0} }") == tick + ".leave: must not be {0, 0}");
    CHECK(error("{ warn = false }") == tick + ".warn: must be true or absent");
    CHECK(error("{ hover = {1, 1}, over = 0 }") == tick + ".over: must be a whole number from 1 to 65535, is 0");
    CHECK(error("{ guns = true, over = 2 }").starts_with(tick + ": unknown field 'over'; closest matches: "));
    CHECK(error("", "{ to = 'two', after = 1, flag = 'gate' }") ==
          next + ": two conditions, 'after' and 'flag'; each needs a table of its own");
    CHECK(error("", "{ to = 'two' }") == next + ": no condition is named here");
    CHECK(error("", "{ to = 'two', in_state = 'b' }") == next + ".in_state: must be \"machine.state\", is \"b\"");
}

TEST_CASE("the levels' page has the tables of steps, actions and conditions that the program prints") {
    std::ostringstream page;
    page << std::ifstream("sim/levels/README.md").rdbuf();
    for (const std::string& table : {bullet_reference(), reference()})
        CHECK_MESSAGE(page.str().find(table) != std::string::npos, "put what albireo-level --reference prints there");
}

TEST_CASE("a loop waits for its trigger, and its cues are timed within a lap") {
    const Level level = level_of(kDart + R"(
        tile { model = "b", exit = {10, 0}, ticks = 100 }
        tile { model = "c", exit = {10, 0}, ticks = 50 }
        tile { model = "d", exit = {20, 0}, ticks = 100 }
        at(10)
        loop { tiles = {"b", "c"}, until_dead = boss { kind = "dart", place = {18, 0} },
               first = function() at(5) message "first" end,
               cues = function() at(120) formation { kind = "dart", path = "line", count = 1 } end }
        at(20) message "after"
    )");
    REQUIRE(level.loops.size() == 1);
    CHECK(level.loops[0].tiles.first == 1);
    CHECK(level.loops[0].tiles.count == 2);
    CHECK(level.loops[0].has_trigger());
    CHECK(level.loops[0].spawn == 0);
    CHECK(level.cues.size() == 1);
    REQUIRE(level.loop_cues.size() == 3);
    CHECK(level.loop_cues[0].tick == 0);  // the boss, as soon as the camera gets there
    CHECK(level.loop_cues[0].kind == CueKind::spawn);
    CHECK(level.loop_cues[0].once == 1);
    CHECK(level.loop_cues[1].once == 1);
    CHECK(level.loop_cues[1].kind == CueKind::message);
    CHECK(level.loop_cues[2].tick == 120);
    CHECK(level.loop_cues[2].once == 0);
}

TEST_CASE("a turret is placed on the rock that is coming into view") {
    const Level level = level_of(R"(
        tile { model = "b", enter = {5, 1}, exit = {45, 1}, ticks = 400,
               walls = { { {5, -12}, {45, -12}, {45, -4}, {5, -8} } } }
        kind { name = "post", radius = 0.5, parts = { radius = 0.4, armour = 3 } }
        at(59) turret { kind = "post", side = "floor", ahead = 18 }
    )");
    // After 60 of 300 ticks the camera is at x 4 of tile a. 18 units ahead is 2 units into tile b: x 7 there, floor at
    // −7.8. The entry (5, 1) of b meets the exit (20, 0) of a.
    const Vec2 at = level.spawns[0].at;
    CHECK(at.x == 22_u);
    CHECK(abs(at.y - (-7800_mu - 1_u)) <= Fixed{8});
}

TEST_CASE("difficulty scales armour, rests, bursts and speeds, and is part of the bytes") {
    const std::string body = R"(
        kind { name = "gunner", radius = 0.5, parts = { radius = 0.4, armour = 20,
               gun = { pattern = "aimed", burst = 10, rest = 100, speed = 0.1 } } }
        at(1) spawn { kind = "gunner", place = {18, 0} })";
    const Level calm = level_of(body, Difficulty::calm);
    const Level standard = level_of(body);
    const Level storm = level_of(body, Difficulty::storm);
    CHECK(calm.parts[0].armour == 15);
    CHECK(standard.parts[0].armour == 20);
    CHECK(storm.parts[0].armour == 23);
    CHECK(calm.guns[0].rest == 150);
    CHECK(storm.guns[0].rest == 80);
    CHECK(calm.guns[0].burst == 7);
    CHECK(storm.guns[0].burst == 13);
    CHECK(calm.guns[0].speed < standard.guns[0].speed);
    CHECK(standard.guns[0].speed < storm.guns[0].speed);
    CHECK(calm.digest != standard.digest);
    const Level looks = level_of("if difficulty == 'storm' then message 'x' end", Difficulty::storm);
    CHECK(looks.cues.size() == 1);
}

TEST_CASE("a level contains only what it uses") {
    const std::string other =
        "kind { name = 'other', radius = 1, parts = { radius = 1, armour = 1, gun = { rest = 9, speed = 1 } } }\n";
    const std::string use = "at(9) spawn { kind = 'dart', place = {18, 0} }";
    CHECK(level_of(other + kDart + use).digest == level_of(kDart + use).digest);
}

TEST_CASE("every error names file, line and what was expected") {
    for (const ErrorCase& row : kErrorCases) {
        const std::string error = error_of(row.body);
        CHECK_MESSAGE(error.starts_with(row.error), error, " INSTEAD OF ", row.error);
    }
}

TEST_CASE("a script without a level, and an empty script") {
    CHECK(compile_level("", "empty.lua", Difficulty::calm).error ==
          "empty.lua: there is no level { name, backdrop, ticks } in it");
    CHECK(compile_level("level { name = 'x', backdrop = 'y', ticks = 9 }", "l.lua", Difficulty::calm).error ==
          "l.lua:1: level.ticks: 9, but the tiles outside loops last only 0");
}

TEST_CASE("`use` includes another script once, and errors in that script name it") {
    int asked = 0;
    const Resolver resolver = [&](std::string_view name) -> std::optional<std::string> {
        ++asked;
        if (name == "shared") return kDart + "use 'shared'";
        if (name == "broken") return "\n\nkind {}";
        if (name == "garbled") return "\nlocal x = = 1";
        if (name == "compiled") return "\x1bLua";
        if (name == "greedy") return "local s = 'x'\nwhile true do s = s .. s end";
        return std::nullopt;
    };
    CHECK(error_of("use 'shared' use 'shared' spawn { kind = 'dart', place = {9, 9} }", resolver) == "");
    CHECK(asked == 1);
    CHECK(error_of("use 'broken'", resolver) == "broken.lua:3: kind: field 'name' is missing");
    CHECK(error_of("use 'garbled'", resolver) == "garbled.lua:2: unexpected symbol near '='");
    CHECK(error_of("\nuse 'compiled'", resolver) == "test.lua:4: compiled.lua: compiled code; only source is read");
    CHECK(error_of("use 'greedy'", resolver).starts_with("greedy.lua:2: more than 32 MiB of memory"));
}

TEST_CASE("an error in a file with a long name gives the end of the name, and the line once") {
    const std::string file = std::string(70, 'd') + "/level.lua";
    const std::string short_name = "..." + file.substr(file.size() - 56);
    for (const char* body : {"local x = = 1", "error 'no'", "error('no', 0)", "warn(1)"}) {
        const std::string error = compile_level(body, file, Difficulty::standard).error;
        CHECK_MESSAGE(error.starts_with(short_name + ":1: "), error);
        CHECK_MESSAGE(error.rfind(short_name) == 0, error);
    }
}

TEST_CASE("the sandbox offers no way out") {
    for (const char* name :
         {"io",           "os",     "require",  "package",   "debug",  "load",           "loadstring", "loadfile",
          "dofile",       "string", "table",    "coroutine", "utf8",   "pcall",          "xpcall",     "setmetatable",
          "getmetatable", "rawset", "rawget",   "rawequal",  "rawlen", "collectgarbage", "print",      "next",
          "pairs",        "_G",     "_VERSION", "warn1"}) {
        const std::string error = error_of("local x = " + std::string(name));
        CHECK_MESSAGE(error.starts_with("test.lua:3: unknown name '" + std::string(name) + "'"), error);
    }
    CHECK(error_of("local x = math.random") == "");  // nil, not the function
    CHECK(error_of("math.random()").starts_with("test.lua:3: attempt to call a nil value"));
    CHECK(error_of("local x = ('x').rep").starts_with("test.lua:3: attempt to index a string value"));
    CHECK(error_of("at(tostring({}))").starts_with("test.lua:3: tostring: must be a string"));
    CHECK(compile_level("\x1bLua", "code.luac", Difficulty::calm).error ==
          "code.luac: compiled code; only source is read");
}

TEST_CASE("the power operator, which depends on libm, is refused. Strings and comments may contain it") {
    const char* refused = "test.lua:3: '^' is not available, because its last digits differ between machines; multiply instead";
    CHECK(error_of("local x = 2 ^ 0.5") == refused);
    CHECK(error_of("local s = 'it\\'s' .. [==[ ]] ]==] local y = 2^3") == refused);
    CHECK(error_of("local t = {} local x = t[t[1]^2]") == refused);
    CHECK(error_of("--[[ a long\ncomment ]] local x = 2^2").starts_with("test.lua:4: '^'"));
    CHECK(error_of("local a = '^' local b = \"\\\"^\" local c = [[^\n^]] local d = [=[ ]]^ ]=] -- 2^2") == "");
    CHECK(error_of("--[==[ 2^2\n]] 2^2 ]==] local x = 3 - -2") == "");
    for (const char* unfinished : {"local x = '^", "local x = [[^", "--[[^", "local x = '\\", "[=", "["}) {
        CHECK(error_of(unfinished).find("not there") == std::string::npos);
    }
}

TEST_CASE("a script that runs or grows without bound is stopped") {
    CHECK(error_of("while true do end").starts_with("test.lua:3: more than 20 million instructions"));
    CHECK(error_of("repeat local ok = true until false").starts_with("test.lua:3: more than 20 million instructions"));
    const std::string too_much = ": more than 32 MiB of memory; are there strings or tables that grow without limit?";
    CHECK(error_of("local s = 'x'\nwhile true do\ns = s .. s end") == "test.lua:5" + too_much);
    CHECK(error_of("local t = {}\nwhile true do append(t, {}) end") == "test.lua:4" + too_much);
    CHECK(error_of("\nlocal function f() return f() + 1 end f()") == "test.lua:4" + too_much);
    CHECK(error_of("error(('x'), f, select('#', 1))\n").starts_with("test.lua:3: "));
    CHECK(error_of("for i = 1, 1e6 do if i % 1000 == 0 then at(i // 1000) end end") == "");  // within the limit
    CHECK(error_of("while true do warn() end") != "");
    CHECK(error_of(kDart + "while true do spawn { kind = 'dart', place = {0, 0} } end")
              .starts_with("test.lua:5: spawn: more than 4096"));
    CHECK(error_of("local t = {} for i = 1, 400000 do t[i] = i end path(t)").starts_with("test.lua:3: path: "));
    CHECK(error_of("local s = 'x' for i = 1, 22 do s = s .. s end local t = s .. '' while s == t do end") != "");
    CHECK(error_of(std::string(300000, ' ')).starts_with("test.lua: 3"));
    CHECK(error_of(std::string(20000, '(')) != "");
}

TEST_CASE("the same script gives the same bytes") {
    const std::string body =
        kDart + "for i = 0, 20 do at(i * 10) spawn { kind = 'dart', place = {18, 8 * math.sin(i * 37.5)} } end";
    const auto bytes = level_bytes(level_of(body));
    for (int i = 0; i < 5; ++i) CHECK(level_bytes(level_of(body)) == bytes);
    // Pinned, to catch a machine or compiler that rounds differently.
    CHECK(level_of(body).digest == 11207663424908033446u);
}
