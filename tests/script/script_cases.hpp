#pragma once
/// Short scripts with a mistake, and the error that each must give: a file beside script_test.cpp, whose tests use it.
#include <string>

namespace albireo::script {

/// Lines 3 and 4 of most scripts: a kind and a path.
inline const std::string kDart =
    "kind { name = 'dart', radius = 0.5, speed = 0.1, parts = { radius = 0.4, armour = 3 } }\n"
    "path { name = 'line', {20, 0}, {-20, 0} }\n";

struct ErrorCase {
    std::string body;   // from line 3: kHead (short_script.hpp) comes before it
    const char* error;  // how the error begins
};

inline const ErrorCase kErrorCases[] = {
    {"at(1)\nspawn { kind = 'dort', place = {0, 0} }",
     "test.lua:4: spawn.kind: unknown kind 'dort'; none is declared yet"},
    {kDart + "spawn { kind = 'dort', place = {0, 0} }", "test.lua:5: spawn.kind: unknown kind 'dort'; known: dart"},
    {kDart + "formation { kind = 'dart', path = 'lime', count = 1 }",
     "test.lua:5: formation.path: unknown path 'lime'; known: line"},
    {"kind { name = 'x', radius = 1 }", "test.lua:3: kind 'x'.parts: must be 1 to 16 parts, has 0"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 'much' } }",
     "test.lua:3: kind 'x'.parts[1].armour: must be a whole number from 0 to 1000000, is \"much\""},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1.5 } }",
     "test.lua:3: kind 'x'.parts[1].armour: must be a whole number from 0 to 1000000, is 1.5"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armor = 1 } }",
     "test.lua:3: kind 'x'.parts[1]: field 'armour' is missing"},
    {"kind { name = 'x', radius = 1, color = 2, parts = { radius = 1, armour = 1 } }",
     "test.lua:3: kind 'x': unknown field 'color'; closest matches: "},
    {"kind { name = 'x', radius = 99, parts = { radius = 1, armour = 1 } }",
     "test.lua:3: kind 'x'.radius: must be a number from 0 to 16, is 99"},
    {"kind { name = 'x', radius = 0/0, parts = { radius = 1, armour = 1 } }", "test.lua:3: kind: the number"},
    {"kind { name = 'x', radius = 1, parts = { { name = 'a', radius = 1, armour = 1 }, { name = 'b', radius = 1, "
     "armour = 1 } } }",
     "test.lua:3: kind 'x'.parts: one must be vital"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1 }, machines = { { name = 'm',\n"
     "{ name = 'one', next = { after = 1, to = 'tow' } }, { name = 'two' } } } }",
     "test.lua:3: kind 'x'.machines 'm'.state 'one'.next[1].to: unknown state 'tow'; known: two, one"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1 }, machines = { { name = 'm',\n"
     "{ name = 'one', begin = { sleep = 1 } } } } }",
     "test.lua:3: kind 'x'.machines 'm'.state 'one'.begin[1]: only a tick can sleep, go or pick"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1 }, machines = { { name = 'm',\n"
     "{ name = 'one', begin = { gun = true } } } } }",
     "test.lua:3: kind 'x'.machines 'm'.state 'one'.begin[1].gun: must be a string, is true"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1 }, machines = { { name = 'm',\n"
     "{ name = 'one', begin = { guns = true, part = 'nose' } } } } }",
     "test.lua:3: kind 'x'.machines 'm'.state 'one'.begin[1].part: unknown part 'nose'; known: body"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1, gun = { pattern = 'rings', rest = 1, speed "
     "= 1 } } }",
     "test.lua:3: kind 'x'.parts[1].gun.pattern: unknown 'rings'; closest matches: ring"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1, hatch = { missile = 'm' } } }",
     "test.lua:3: kind 'x'.parts[1].hatch.missile: unknown missile 'm'; none is declared yet"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1 }, machines = { { name = 'm',\n"
     "{ name = 'one', begin = { spawn = 'x' } } } } }",
     "test.lua:3: kind 'x'.machines 'm'.state 'one'.begin[1].spawn: 'x' would be its own descendant"},
    {kDart + "kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1 }, machines = { { name = 'm',\n"
             "{ name = 'one', begin = { spawn = 'dart' } } } } }\n"
             "kind { name = 'y', radius = 1, parts = { radius = 1, armour = 1 }, machines = { { name = 'm',\n"
             "{ name = 'one', begin = { spawn = 'x' } } } } }\n"
             "kind { name = 'z', radius = 1, parts = { radius = 1, armour = 1 }, machines = { { name = 'm',\n"
             "{ name = 'one', begin = { spawn = 'y' } } } } }",
     "test.lua:9: kind 'z'.machines 'm'.state 'one'.begin[1].spawn: 'y' spawns kinds that spawn children, so it cannot be a child"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1, guns = { { name = 'a', rest = 9, speed = 1 } } },\n"
     "machines = { { name = 'm', { name = 'one', begin = { gun = 'b', part = 'body' } } } } }",
     "test.lua:3: kind 'x'.machines 'm'.state 'one'.begin[1].gun: 'body' has no gun 'b' among its guns; known: a"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1 }, machines = {\n"
     "{ name = 'm', { name = 's' } }, { name = 'm', { name = 't' } } } }",
     "test.lua:3: kind 'x'.machines[2].name: 'm' is taken"},
    {"kind { name = 'x', radius = 1, parts = { radius = 1, armour = 1 }, machines = {\n"
     "{ name = 'm', { name = 's' }, { name = 's' } } } }",
     "test.lua:3: kind 'x'.machines 'm'[2].name: 's' is taken"},
    {kDart + "kind { name = 'dart', radius = 1, parts = { radius = 1, armour = 1 } }",
     "test.lua:5: kind: 'dart' is already declared"},
    {"path { name = 'p', {1, 2} }", "test.lua:3: path 'p': must have 2 to 256 points {x, y}, has 1"},
    {"path { name = 'p', {1, 2}, {3} }", "test.lua:3: path 'p'[2]: must be a point {x, y}, is a table"},
    {"path { name = 'p', {1, 2}, {1, 2} }", "test.lua:3: path 'p': must be 1 to 512 units long"},
    {"at(5)\nat(4)", "test.lua:4: at: the time is 5 already"},
    {"at 'soon'", "test.lua:3: at: must be a whole number from 0 to 216000, is \"soon\""},
    {"at(1, 2)", "test.lua:3: at: must have one argument, has 2"},
    {"section(1)", "test.lua:3: section: must be a string, is 1"},
    {"section('a', 'b')", "test.lua:3: section: must have at most one argument, its name"},
    {"message(('x'):rep(99))", "test.lua:3: attempt to index a string value"},
    {"message 'Gr\\xfc\\xdfe'", "test.lua:3: message: must be 1 to 48 characters of printable ASCII, is 5 bytes"},
    {"formatoin { }", "test.lua:3: unknown name 'formatoin'; closest matches: formation"},
    {"loop { tiles = {'b'} }", "test.lua:3: loop.tiles: no run of tiles above has these models; known: a"},
    {"loop { tiles = {'a'}, laps = 3, until_flag = 'open' }",
     "test.lua:3: loop.laps: a loop with until_dead or until_flag cannot also have laps"},
    {"loop { tiles = {'a'}, until_dead = 7 }",
     "test.lua:3: loop.until_dead: must be a value that boss or spawn returned, is 7"},
    {"loop { tiles = {'a'} }", "test.lua:1: level.ticks: 300, but the tiles outside loops last only 0"},
    {"at(299) warn() at(301)\nwarn()\nat(302)", "test.lua:4: a cue at tick 301 comes after the level's end at 300"},
    {kDart + "at(290) local function wave()\nformation { kind = 'dart', path = 'line', count = 9, gap = 9 } end\n"
             "wave()",
     "test.lua:6: a cue at tick 362 comes after the level's end at 300"},
    {kDart + "at(9)\nturret { kind = 'dart', side = 'ceiling' }", "test.lua:6: turret: there is no ceiling"},
    {kDart + "tile { model = 'b', exit = {9, 0}, ticks = 60 }\nloop { tiles = {'b'}, cues = function() at(60)\n"
             "warn() end }",
     "test.lua:7: loop: a cue at tick 60 of a lap of 60"},
    {"tile { model = 'b', exit = {2, 0}, ticks = 9 }", "test.lua:3: tile.exit: must be 4 to 64 units to the right"},
    {"tile { model = 'b', exit = {8, 0}, ticks = 9, walls = { { {0, 0}, {1, 1} } } }",
     "test.lua:3: tile.walls[1]: must have 3 points"},
    {"level { name = 'b', backdrop = 'x', ticks = 1 }", "test.lua:3: level: already declared at test.lua:1"},
    {"use 'kinds'", "test.lua:3: use: there is no script 'kinds'"},
    {"use '../kinds'", "test.lua:3: use: must be a name of lower-case letters"},
    {"local x = = 1", "test.lua:3: unexpected symbol near '='"},
    {"local x = nil + 1", "test.lua:3: attempt to perform arithmetic on a nil value"},
    {"local function f() end\nf() error('no', 0)", "test.lua:4: no"},
    {"error('test.lua: 9', 0)", "test.lua:3: test.lua: 9"},
    {"local function f() error('your fault', 2) end\nf()", "test.lua:4: your fault"},
    {"error({})", "test.lua:3: error() must be called with a string"},
    {kDart + "local t = {} t[1] = {0,0} t[3] = {1,1} t.name = 'h' path(t)",
     "test.lua:5: path: a key that is neither"},
    {"local t = {} t.t = t path(t)", "test.lua:3: path: tables nested more than 16 deep"},
    {"at(1) formation(function() end)", "test.lua:3: formation: must be a table, is a function"},
};

}  // namespace albireo::script
