// Goal: practice begins in any section of any level, with the scenery and timeline that a game has there, or in any phase of a
// boss, and costs no lives.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/game/enemy.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "tests/script/gunner.hpp"
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
    derive(level);
    const Game game(level, {.section = 8});
    CHECK(game.world->flow.loop != Flow::kNoLoop);
}

namespace {

/// The state with this `practice` number that one of the enemy's machines is in; empty if there is none.
std::string_view phase_now(const Level& level, const Enemy& enemy, std::uint32_t phase) {
    const Range machines = level.kinds[enemy.kind].machines;
    for (std::size_t m = 0; m < machines.count; ++m) {
        const StateDef& state = level.states[std::size_t{level.machines[machines.first + m].states.first} + enemy.machines[m].state];
        if (state.practice == phase) return level.name(state.name);
    }
    return {};
}

const Enemy* find_boss(const World& world, const Level& level) {
    for (const Enemy& enemy : world.enemies.live()) {
        if (level.kinds[enemy.kind].size == KindSize::boss) return &enemy;
    }
    return nullptr;
}

/// Which parts of the enemy are dead, by name.
std::set<std::string_view> dead_parts(const Level& level, const Enemy& enemy) {
    std::set<std::string_view> dead;
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        if ((enemy.parts[i].flags & kPartAlive) == 0) dead.insert(level.name(part_def(level, enemy, i).name));
    }
    return dead;
}

using Names = std::set<std::string_view>;

/// What must be dead when a phase of a boss begins.
const std::map<std::string_view, std::vector<Names>> kDead = {
    {"sentinel", {{}, {"guard_high", "guard_low"}, {"guard_high", "guard_low"}}},
    {"warden", {{}, {"claw_high", "claw_low"}, {"claw_high", "claw_low", "eye"}, {"claw_high", "claw_low", "eye"}}},
    {"morays", {{}, {"head_high"}, {"head_high", "head_low"}}},
    {"nautilarch",
     {{},
      {"arm_1", "arm_2", "arm_3", "arm_4"},
      {"arm_1", "arm_2", "arm_3", "arm_4", "siphon"},
      {"arm_1", "arm_2", "arm_3", "arm_4", "siphon", "eye_high", "eye_low"},
      {"arm_1", "arm_2", "arm_3", "arm_4", "siphon", "eye_high", "eye_low"},
      {"arm_1", "arm_2", "arm_3", "arm_4", "siphon", "eye_high", "eye_low"}}},
    {"ventricles", {{}, {"heart_high"}, {"heart_high", "heart_low"}}},
    {"matriarch",
     {{},
      {"sac_1", "sac_2", "sac_3"},
      {"sac_1", "sac_2", "sac_3", "mandible_high", "mandible_low"},
      {"sac_1", "sac_2", "sac_3", "mandible_high", "mandible_low"},
      {"sac_1", "sac_2", "sac_3", "mandible_high", "mandible_low", "plate_1", "plate_2", "plate_3", "plate_4"},
      {"sac_1", "sac_2", "sac_3", "mandible_high", "mandible_low", "plate_1", "plate_2", "plate_3", "plate_4"},
      {"sac_1", "sac_2", "sac_3", "mandible_high", "mandible_low", "plate_1", "plate_2", "plate_3", "plate_4"}}},
};

}  // namespace

TEST_CASE("practice begins in every phase of every boss, with the parts of earlier phases dead, and the fight goes on to its end") {
    std::set<std::string_view> met;
    for (const script::BuiltinScript& script : script::builtin_scripts()) {
        if (!script.is_level) continue;
        for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
            script::Compiled compiled = script::compile_builtin_level(script.name, difficulty);
            REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
            const Level& level = compiled.level;
            for (std::uint8_t section = 1; section <= section_count(level); ++section) {
                const auto boss = boss_of_section(level, section);
                if (!boss) continue;
                const std::string_view kind = level.name(level.kinds[boss->kind].name);
                const auto known = kDead.find(kind);
                REQUIRE(known != kDead.end());
                met.insert(known->first);
                REQUIRE(boss->phases == known->second.size());
                for (std::uint8_t phase = 1; phase <= boss->phases; ++phase) {
                    CAPTURE(script.name);
                    CAPTURE(kind);
                    CAPTURE(static_cast<int>(difficulty));
                    CAPTURE(static_cast<int>(phase));
                    Game game(level, {.seed = 5, .section = section, .phase = phase});
                    const World& world = *game.world;
                    CHECK(world.tick == Tick{});
                    CHECK(world.enemies.count == 1);
                    CHECK(world.enemy_shots.count == 0);
                    CHECK(world.missiles.count == 0);
                    CHECK(is_sound(world, level));
                    for (const Slot slot : kSlots) {
                        CHECK(world.ships[index(slot)].lives == kLivesAtStart);
                        CHECK(world.ships[index(slot)].invulnerable == kSafeTicks);
                        CHECK(world.earnings[index(slot)].score == 0);
                        CHECK(world.earnings[index(slot)].kills == 0);
                    }
                    const Enemy* enemy = find_boss(world, level);
                    REQUIRE(enemy != nullptr);
                    CHECK(enemy->kind == boss->kind);
                    CHECK(phase_now(level, *enemy, phase) != "");
                    CHECK(dead_parts(level, *enemy) == known->second[phase - 1u]);
                    CHECK(is_in_field(enemy->at, 12_u));
                    // Alike on every replica.
                    CHECK(saved(*Game(level, {.seed = 5, .section = section, .phase = phase}).world, level) == saved(world, level));
                    if (difficulty != Difficulty::standard && script.name != "boss_rush") continue;
                    for (std::uint32_t ticks = 0; world.flow.loop == boss->loop && ticks < 15'000; ++ticks) {
                        for (Ship& ship : game.world->ships) ship.invulnerable = 2;
                        FramePair frames;
                        for (const Slot slot : kSlots) frames[index(slot)] = Gunner{.slot = slot}.frame(world, level);
                        game.step(frames);
                    }
                    CHECK(world.flow.loop != boss->loop);
                }
            }
        }
    }
    CHECK(met.size() == 6);
}

TEST_CASE("a phase of a boss is named by the boss or by its section") {
    const Level level = built_in("the_cut");
    CHECK(find_start(level, "warden:2") == StartPoint{8, 2});
    CHECK(find_start(level, "Warden:4") == StartPoint{8, 4});
    CHECK(find_start(level, "sentinel:1") == StartPoint{4, 1});
    CHECK(find_start(level, "8:3") == StartPoint{8, 3});
    CHECK(find_start(level, "The gate:3") == StartPoint{8, 3});
    CHECK(find_start(level, "The gate") == StartPoint{8, 0});
    for (const char* text : {"", ":", "warden", "warden:", "warden:0", "warden:5", "warden:x", "1:1", "moth:1", "8:", ":2", "0:0"}) {
        CAPTURE(text);
        CHECK(!find_start(level, text));
    }
    CHECK(script::sections_text(level).ends_with("phases of bosses: sentinel:1 to sentinel:3, warden:1 to warden:4"));
    CHECK(is_start(level, {0, 0}));
    CHECK(!is_start(level, {0, 1}));
    CHECK(!is_start(level, {1, 1}));
    CHECK(!is_start(level, {8, 5}));
    CHECK(!is_start(level, {99, 0}));
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
