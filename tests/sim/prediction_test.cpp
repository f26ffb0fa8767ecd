// Goal: rule 5. A world predicted with any guess about the partner has, within the longest lead, the same scroll, walls,
// timeline, loops, spawns and enemy motion as the true world, except for enemies that died. Aimed fire stays the same for
// as long as aiming lags behind.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "sim/game/flow.hpp"
#include "sim/game/sea.hpp"
#include "sim/game/wall.hpp"
#include "tests/sim/bullet_gallery.hpp"
#include "tests/sim/promise.hpp"
#include "tests/sim/real_levels.hpp"
#include "tests/sim/sea_gallery.hpp"
#include "tests/sim/trials.hpp"
#include "tests/support/game.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

template <class T>
bool same(const T& a, const T& b) {
    return same_bytes(a, b);
}

/// What both players decide together, in one flat value.
std::array<std::int64_t, 11> course_values(const World& world) {
    const Flow& f = world.flow;
    return {f.machine.state, f.timeline, f.lap_ticks,       f.cue,           f.loop_cue, f.loop, f.lap,
            f.loops_done,    f.flags,    world.clock.value, world.tick.value};
}

std::map<EnemyId, const Enemy*> by_name(const World& world) {
    std::map<EnemyId, const Enemy*> enemies;
    for (const Enemy& enemy : world.enemies) enemies[enemy.id] = &enemy;
    return enemies;
}

/// The first difference in the motion of two enemies of one name, or "".
std::string motion_difference(const Enemy& a, const Enemy& b) {
    if (a.kind != b.kind) return "kind";
    if (a.mover != b.mover) return "mover";
    if (!same(a.at, b.at)) return "at";
    if (!same(a.heading, b.heading)) return "heading";
    if (!same(a.random, b.random)) return "random";
    if (a.age != b.age || a.children != b.children) return "age or children";
    if (a.shots != b.shots) return "shots";
    if (a.missiles != b.missiles) return "missiles";
    for (std::size_t m = 0; m < a.machines.size(); ++m) {
        if (a.machines[m].state != b.machines[m].state) return "machines[" + std::to_string(m) + "].state";
    }
    for (std::size_t p = 0; p < a.part_count; ++p) {
        if (!same(a.parts[p].at, b.parts[p].at)) return "parts[" + std::to_string(p) + "].at";
    }
    return "";
}

std::vector<Event> spawns_of(const Game& game) {
    std::vector<Event> spawns;
    for (const Event& event : game.events->all()) {
        const bool is_child = ((event.cause >> 32) & 0xff) != 0;
        if (event.kind == EventKind::enemy_spawned && !is_child) spawns.push_back(event);
    }
    return spawns;
}

/// The first difference in what the parts of two enemies of one name do; remains of a dead part do not burn.
std::string works_difference(const Enemy& a, const Enemy& b) {
    for (std::size_t p = 0; p < a.part_count; ++p) {
        const Part& x = a.parts[p];
        const Part& y = b.parts[p];
        if (((x.flags ^ y.flags) & ~kPartAlive) != 0) return "flags";
        if (x.gun_wait != y.gun_wait || x.gun_salvos != y.gun_salvos || !same(x.spin, y.spin)) return "gun";
        if (x.hatch_wait != y.hatch_wait || x.hatch_left != y.hatch_left) return "hatch";
        if ((x.flags & y.flags & kPartAlive) == 0) continue;
        if (x.beam_phase != y.beam_phase || x.beam_wait != y.beam_wait) return "beam";
    }
    for (std::size_t m = 0; m < a.machines.size(); ++m) {
        if (a.machines[m].step != b.machines[m].step || a.machines[m].sleep != b.machines[m].sleep) return "machine";
    }
    return "";
}

/// Checks that the beams of a part are the same in both worlds, except for the aim of an aimed beam.
void check_beams(const World& a, const World& b, bool aimed_too, const Level& level) {
    for (const Beam& beam : a.beams) {
        for (const Beam& twin : b.beams) {
            if (beam.owner != twin.owner || beam.part != twin.part || beam.copy != twin.copy) continue;
            REQUIRE(beam.burning == twin.burning);
            REQUIRE(beam.left == twin.left);
            REQUIRE(same(beam.from, twin.from));
            if (aimed_too || level.beams[beam.def].aimed == 0) REQUIRE(same(beam, twin));
        }
    }
}

/// Whether a shot's program aims in flight. Those of its descendants count, too.
bool aims_in_flight(const Level& level, const EnemyShot& shot) {
    std::uint8_t program = level.guns[shot.gun].bullet;
    while (program != kNone) {
        const Range range = level.bullets[program].steps;
        const auto steps = std::span(level.bullet_steps).subspan(range.first, range.count);
        if (std::ranges::any_of(steps, [](const BulletStepDef& step) { return step.op == BulletOp::aim; })) return true;
        program = steps.back().op == BulletOp::split ? steps.back().into : kNone;
    }
    return false;
}

/// Which aimed fire must be the same in both worlds, whatever the partner does.
struct Aim {
    bool at_both;         // also fire aimed at the partner, because the lead is within the aim lag
    bool at_own;          // also bullets that aim at the player in flight, whose ship has been in the field all the time
    std::uint32_t own;    // slot
};

/// Checks that shots and missiles of one name are the same in both worlds.
void check_fire(const World& a, const World& b, const Aim& aim, const Level& level, int& bullets) {
    check_beams(a, b, aim.at_both, level);
    std::map<std::tuple<EnemyId, std::uint16_t, std::uint8_t>, const EnemyShot*> shots;
    for (const EnemyShot& shot : a.enemy_shots) shots[{shot.owner, shot.number, shot.branch}] = &shot;
    for (const EnemyShot& shot : b.enemy_shots) {
        const Pattern pattern = level.guns[shot.gun].pattern;
        const bool is_aimed = pattern == Pattern::aimed || pattern == Pattern::aimed_cone;
        if (!aim.at_both && is_aimed) continue;
        if (!aim.at_both && aims_in_flight(level, shot) && !(aim.at_own && shot.number % 2 == aim.own)) continue;
        if (const auto found = shots.find({shot.owner, shot.number, shot.branch}); found != shots.end()) {
            bullets += shot.left != 0;
            EnemyShot twin = shot;
            // Grazes are earnings, not motion.
            twin.flags = static_cast<std::uint8_t>((shot.flags & ~kGrazedMask) | (found->second->flags & kGrazedMask));
            REQUIRE(same(*found->second, twin));
        }
    }
    if (!aim.at_both) return;
    for (const Missile& missile : a.missiles) {
        for (const Missile& twin : b.missiles) {
            if (missile.owner != twin.owner || missile.number != twin.number) continue;
            REQUIRE(same(missile.at, twin.at));
            REQUIRE(same(missile.heading, twin.heading));
        }
    }
}

/// Checks that the sea is at the same height in both worlds, and returns how many of the places are in the water.
int check_sea(const World& a, const World& b, const Level& level) {
    const Sea sea(a, level), other(b, level);
    int wet = 0;
    for (std::int32_t x = -18; x <= 18; ++x) {
        REQUIRE(sea.height(Fixed::from_int(x)) == other.height(Fixed::from_int(x)));
        wet += sea.height(Fixed::from_int(x)) > -kFieldHalfHeight;
    }
    return wet;
}

/// Checks that rock is at the same places in both worlds, and returns how many walls are in the middle of a move.
int check_walls(const World& a, const World& b, const Level& level) {
    const PlacedWalls walls(a.scroll, level), others(b.scroll, level);
    REQUIRE(walls.end() - walls.begin() == others.end() - others.begin());
    int moving = 0;
    const auto* other = others.begin();
    for (const PlacedWalls::Item& item : walls) {
        REQUIRE(item.profile == other->profile);
        REQUIRE(item.delta == (other++)->delta);
    }
    for_each_placed_tile(a.scroll, level, [&](PlacedTile placed, Vec2) {
        for (const WallProfile& profile : level.moving_walls[placed.tile]) {
            const WallDef& wall = level.walls[profile.wall];
            const std::uint32_t ticks = wall_ticks(a.scroll, placed, wall);
            moving += wall_offset(level, wall, ticks) != wall_offset(level, wall, ticks + 1);
        }
    });
    return moving;
}

struct LeadCounts {
    TrialCounts trials;
    int died_unseen = 0;  // enemies that exist in only one of the two worlds
    int compared = 0;
    int moving_walls = 0;
    int wet = 0;      // places of the sea, compared
    int bullets = 0;  // with a program, compared
    int bullets_late = 0;  // … of them, after the aim lag
};

void check_lead(Trial& trial, LeadCounts& counts) {
    Game& truth = trial.game;
    const Level& level = truth.level;
    Game predicted(truth);
    const std::uint32_t began = truth.world->tick.value;
    const bool holds_last = trial.random.below(3) == 0;  // the guess is the last known frame; otherwise any frame
    Frame held = trial.partner_of(trial.last);
    held.report_count = 0;
    held.command = Command::none;
    bool always_there = true;
    std::uint32_t limit = promised_before(*truth.world, trial.own);
    for (std::uint32_t lead = 1; lead <= limit; ++lead) {
        // The player's own frames react to what the player sees, which is the predicted world.
        FramePair guessed;
        trial.own_of(guessed) = promise(trial.self.next(*predicted.world, level), lead - 1, limit);
        trial.partner_of(guessed) = holds_last ? held : trial.other_partner.next(*predicted.world, level);
        FramePair true_frames = guessed;
        trial.partner_of(true_frames) = trial.partner.next(*truth.world, level);
        predicted.step(guessed);
        truth.step(true_frames);
        const World& a = *truth.world;
        const World& b = *predicted.world;
        INFO("seed ", trial.seed, ", ", lead, " ticks after tick ", began);
        REQUIRE(course_values(a) == course_values(b));
        REQUIRE(same(a.scroll, b.scroll));
        counts.moving_walls += check_walls(a, b, level);
        counts.wet += check_sea(a, b, level);
        REQUIRE(spawns_of(truth) == spawns_of(predicted));
        const auto theirs = by_name(b);
        for (const auto& named : by_name(a)) {
            const auto& id = named.first;
            const Enemy* const enemy = named.second;
            const auto found = theirs.find(id);
            if (found == theirs.end()) {
                ++counts.died_unseen;
                continue;
            }
            ++counts.compared;
            INFO("enemy ", id.spawn, "/", id.lap, "/", id.child);
            REQUIRE(motion_difference(*enemy, *found->second) == "");
            REQUIRE(works_difference(*enemy, *found->second) == "");
        }
        always_there = always_there && ~a.ships[index(trial.own)].present == 0;
        const bool is_late = lead > kAimLagTicks;
        check_fire(a, b, {.at_both = !is_late, .at_own = always_there, .own = static_cast<std::uint32_t>(index(trial.own))}, level,
                   is_late ? counts.bullets_late : counts.bullets);
    }
    counts.trials.end(*truth.world, *predicted.world);
}

}  // namespace

TEST_CASE("no guess about the partner changes scenery, timeline, spawns or enemies") {
    const Level level = small_level();
    LeadCounts counts;
    for (std::uint32_t seed = 1; seed <= 24; ++seed) {
        for_each_trial(level, seed, 6, counts.trials, [&](Trial& trial) { check_lead(trial, counts); });
    }
    CHECK(counts.trials.in_play >= 150);
    CHECK(counts.trials.in_boss_loop >= 20);
    CHECK(counts.trials.diverged >= 170);
    CHECK(counts.died_unseen > 200);  // the guesses were wrong often enough for the test to count
    CHECK(counts.compared > 20000);
    CHECK(counts.moving_walls > 2000);
    CHECK(counts.bullets > 5000);
    CHECK(counts.bullets_late > 5000);
}

TEST_CASE("with every program of the library: only what aims at the partner may differ, and that only after the aim lag") {
    LeadCounts counts;
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        for_each_trial(bullet_gallery(), seed, 6, counts.trials, [&](Trial& trial) { check_lead(trial, counts); });
    }
    CHECK(counts.trials.in_play >= 20);
    CHECK(counts.trials.diverged >= 20);
    CHECK(counts.bullets > 20000);
    CHECK(counts.bullets_late > 20000);
}

TEST_CASE("in the sea: no guess about the partner changes the sea or what floats, leaps, trails or picks by chance") {
    LeadCounts counts;
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        for_each_trial(sea_gallery(), seed, 6, counts.trials, [&](Trial& trial) { check_lead(trial, counts); });
    }
    CHECK(counts.trials.in_play >= 20);
    CHECK(counts.trials.diverged >= 20);
    CHECK(counts.compared > 20000);
    CHECK(counts.wet > 20000);
}

TEST_CASE("on every level: no guess about the partner changes scenery, timeline, spawns or enemies") {
    LeadCounts counts;
    const int seeds = repetitions(4, 4, 1);
    for (const RealLevel& real : real_levels()) {
        INFO(real.name);
        for (int seed = 1; seed <= seeds; ++seed) {
            for_each_trial(real.level, static_cast<std::uint32_t>(seed), 8, counts.trials, [&](Trial& trial) { check_lead(trial, counts); });
        }
    }
    CHECK(counts.trials.in_play >= 87 * seeds);
    CHECK(counts.trials.in_boss_loop >= 25 * seeds);
    CHECK(counts.trials.diverged >= 100 * seeds);
    CHECK(counts.died_unseen > 50 * seeds);
    CHECK(counts.compared > 5000 * seeds);
}
