// Goal: endless {} makes a level of cards, and each mistake in it has its message.
#include "tests/script/short_script.hpp"

using namespace albireo;
using namespace albireo::script;

namespace {

const std::string kDart = "kind { name = 'dart', radius = 0.5, speed = 0.1, parts = { radius = 0.4, armour = 3 } }\n";

}  // namespace

TEST_CASE("endless {}: cards with tiles, tiers and bosses, and what is wrong with them") {
    const std::string head = "level { name = 'E', backdrop = 'none', ticks = 400 }" + kDart +
                             "tile { model = 'a', exit = {16, 0}, ticks = 400 } local function tiles() tile { model = 'b', exit = {40, 0}, ticks = 1200 } end ";
    const auto error_with = [&](const std::string& body) { return compile_level(head + body, "test.lua", Difficulty::standard).error; };
    const std::string boss = "{ tier = 1, tiles = tiles, boss = { kind = 'dart', place = {9, 0} } }";
    const std::string card = "{ tier = 1, tiles = tiles, cues = function() at(3) spawn { kind = 'dart', place = {9, 0} } end }";
    const Compiled good = compile_level(head + "endless { " + card + ", " + boss + " }", "test.lua", Difficulty::standard);
    REQUIRE(good.error == "");
    REQUIRE(good.level.is_endless());
    CHECK(good.level.loops.size() == 2);
    CHECK(good.level.loops[0].tier == 1);
    CHECK(!good.level.loops[0].has_trigger());
    CHECK(good.level.loops[1].has_trigger());
    const std::pair<std::string, std::string> mistakes[] = {
        {"endless { }", "endless: must have 1 to 64 cards, has 0"},
        {"endless { { tier = 1 } }", "endless[1].tiles: is missing"},
        {"endless { { tier = 6, tiles = tiles } }", "endless[1].tier: must be"},
        {"endless { { tier = 1, tiles = function() end } }", "endless[1].tiles: must make 1 to 4 tiles, makes 0"},
        {"endless { { tier = 1, tiles = function() tile { model = 'b', exit = {16, 0}, ticks = 1199 } end } }", "must last 1200 to 2160 ticks, last 1199"},
        {"endless { { tier = 1, tiles = tiles, until_flag = 'f' } }", "only a card with a boss repeats"},
        {"endless { { tier = 1, tiles = tiles, cues = function() section() end } }", "section: must not be among the cues of a loop"},
        {"endless { { tier = 1, tiles = tiles, cues = function() at(1200) warn() end }, " + boss + " }", "a cue at tick 1200 of a lap of 1200"},
        {"endless { " + card + ", " + card + " }", "an endless level needs cards with a boss, and cards without"},
        {"endless { " + boss + ", " + boss + " }", "an endless level needs cards with a boss, and cards without"},
        {"endless { " + card + ", " + boss + " } endless { " + card + " }", "endless: an endless level has exactly one endless {}, and no loops"},
        {"loop { tiles = {'a'} } endless { " + card + " }", "endless: an endless level has exactly one endless {}, and no loops"},
        {"endless { " + card + ", " + boss + " } loop { tiles = {'a'} }", "loop: an endless level has cards instead of loops"},
    };
    for (const auto& mistake : mistakes) {
        const auto& body = mistake.first;
        const auto& error = mistake.second;
        INFO(body);
        CHECK_MESSAGE(error_with(body).find(error) != std::string::npos, error_with(body));
    }
}
