// Goal: practice begins in any section of any level, with the scenery and timeline that a game has there, and costs no
// lives.
#include <doctest/doctest.h>

#include <algorithm>

#include "sim/game/tuning.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/game.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

Level built_in(std::string_view name) {
    script::Compiled compiled = script::compile_builtin_level(name, Difficulty::standard);
    REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
    return std::move(compiled.level);
}

/// The tick of the timeline at which a section begins.
std::uint32_t start_of(const Level& level, std::uint32_t section) {
    for (const CueDef& cue : level.cues) {
        if (cue.kind == CueKind::section && --section == 0) return cue.tick;
    }
    return 0;
}

constexpr Frame kAway = [] {
    Frame frame;
    frame.buttons = kAbsent;
    return frame;
}();

}  // namespace

TEST_CASE("practice begins where the section begins, for every section of every level") {
    for (const script::BuiltinScript& script : script::builtin_scripts()) {
        if (!script.is_level) continue;
        CAPTURE(script.name);
        const Level level = built_in(script.name);
        for (std::uint8_t section = 1; section <= section_count(level); ++section) {
            CAPTURE(static_cast<int>(section));
            Game practice(level, {.seed = 5, .section = section});
            const World& world = *practice.world;
            CHECK(world.tick == Tick{});
            CHECK(world.flow.timeline == start_of(level, section));
            CHECK(world.flow.loop == Flow::kNoLoop);
            CHECK(world.enemies.count == 0);
            CHECK(is_sound(world, level));
            for (const Ship& ship : world.ships) CHECK(ship.lives == kLivesAtStart);
            practice.steps(600, {kAway, kAway});
            CHECK(outcome_of(world) == (practice.world->flow.timeline >= level.ticks ? Outcome::cleared : Outcome::playing));
        }
    }
}

TEST_CASE("up to the first loop, scenery and timeline are those of a game that has reached the section") {
    const Level level = built_in("the_cut");
    Game whole(level, {.seed = 5});
    std::uint8_t compared = 0;
    for (std::uint8_t section = 1; whole.world->flow.loops_done == 0 && whole.world->flow.loop == Flow::kNoLoop;) {
        whole.step({kAway, kAway});
        if (whole.world->flow.timeline != start_of(level, section)) continue;
        const Game practice(level, {.seed = 5, .section = section});
        CHECK(difference(*whole.world, *practice.world, "scroll") == "");
        CHECK(practice.world->flow.cue == whole.world->flow.cue);
        CHECK(practice.world->clock == whole.world->clock);
        // The level's generator has made as many draws, so the section's enemies get the same seeds.
        CHECK(same_bytes(practice.world->random, whole.world->random));
        ++section;
        ++compared;
    }
    CHECK(compared == 4);
}

TEST_CASE("practice includes the cues of the tick in which its section begins") {
    const Level level = built_in("the_cut");
    Game practice(level, {.seed = 5, .section = 1});
    practice.step({kAway, kAway});
    const auto is_message = [](const Event& event) { return event.kind == EventKind::message; };
    CHECK(std::any_of(practice.events->all().begin(), practice.events->all().end(), is_message));  // "The Cut", with its first section

    // An enemy of that tick is there, and none from before.
    script::Compiled script = script::compile_level(R"(
        level { name = "A leader", backdrop = "none", ticks = 400 }
        kind { name = "drone", radius = 1, parts = { radius = 0.5, armour = 1 }, machines = { { name = "m", { name = "s" } } } }
        tile { model = "a", exit = {4, 0}, ticks = 400 }
        at(50) spawn { kind = "drone", place = { 12, 0 } }
        at(100) section "Here" spawn { kind = "drone", place = { 12, 4 } }
    )", "leader.lua", Difficulty::standard, script::builtin_source);
    REQUIRE(script.error == "");
    Game leader(script.level, {.section = 1});
    leader.step({});
    REQUIRE(leader.world->enemies.count == 1);
    CHECK(leader.world->enemies.items[0].id.spawn == 2);
}

TEST_CASE("deaths cost no lives in practice") {
    const Level level = built_in("the_cut");
    for (const std::uint8_t section : {std::uint8_t{0}, std::uint8_t{2}}) {
        Game game(level, {.seed = 5, .section = section});
        play(game, two_players({.seed = 1, .careless = true}, {.seed = 2, .careless = true}), 3000);
        CHECK(game.world->ships[0].deaths + game.world->ships[1].deaths > 2);
        const bool lost = game.world->ships[0].lives + game.world->ships[1].lives < 2 * kLivesAtStart;
        CHECK(lost == (section == 0));
    }
}

TEST_CASE("a level whose section is never reached does not hang practice") {
    // The timeline stands still in loops, and this camera cannot leave the last one.
    Level level = built_in("the_cut");
    level.tiles.resize(level.loops[0].tiles.first + level.loops[0].tiles.count);
    level.loops.resize(1);
    const Game game(level, {.section = 8});
    CHECK(game.world->flow.loop != Flow::kNoLoop);
}

TEST_CASE("sections are found by name and by number") {
    const Level level = built_in("the_cut");
    CHECK(find_section(level, "Between walls") == 2);
    CHECK(find_section(level, "2") == 2);
    CHECK(section_name(level, 2) == "Between walls");
    for (const char* text : {"", "0", "10", "-1", "2x", "between walls", "4294967298"}) CHECK(find_section(level, text) == 0);
    CHECK(script::sections_text(level).find("2 Between walls, 3 The narrows") != std::string::npos);
    CHECK(script::sections_text(built_in("tutorial")) == "the level has no sections");
}
