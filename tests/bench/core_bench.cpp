// The cost of a core tick: with pools filled to their limits, and as in a game of level one.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <utility>
#include <vector>

#include "replays/player.hpp"
#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "sim/digest.hpp"
#include "sim/game/wall.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"

namespace {

using namespace albireo;

constexpr std::uint32_t kCrowdedBeams = 8;

const Level& the_cut() {
    static const Level level = script::compile_builtin_level("the_cut", Difficulty::standard).level;
    return level;
}

/// Counts only beams that last longer than the one timed tick.
bool has_beam(const Enemy& enemy) {
    return std::any_of(enemy.parts.begin(), enemy.parts.end(),
                       [](const Part& part) { return part.beam_phase != BeamPhase::rests && part.beam_wait > 1; });
}

/// Level one after a while, with every pool filled: its items are copied, and each copy gets its own name and place. Eight
/// enemies have a beam.
const World& crowded() {
    static const std::unique_ptr<World> crowd = [] {
        auto world = std::make_unique<World>();
        auto events = std::make_unique<Events>();
        init(*world, the_cut(), {});
        FramePair frames{};
        frames[0].buttons = frames[1].buttons = kFire;
        std::uint32_t most = 0;
        auto best = std::make_unique<World>();
        for (int i = 0; i < 6000; ++i) {
            for (Ship& ship : world->ships) ship.invulnerable = 2;  // no player steers them around the rock
            events->clear();
            step(*world, the_cut(), frames, *events);
            const bool burns = std::any_of(world->enemies.begin(), world->enemies.end(), has_beam);
            if (burns && world->enemies.count >= most) {
                most = world->enemies.count;
                copy_world(*best, *world);
            }
        }
        Random random;
        const auto somewhere = [&] {
            for (;;) {
                Vec2 at;
                at.x = Fixed{random.between(-14 * 65536, 14 * 65536)};
                at.y = Fixed{random.between(-8 * 65536, 8 * 65536)};
                if (!is_rock(best->scroll, the_cut(), at)) return at;
            }
        };
        const std::vector<Enemy> models(best->enemies.begin(), best->enemies.end());
        const auto beamer = std::find_if(models.begin(), models.end(), has_beam);
        for (std::uint32_t i = 0; !best->enemies.full(); ++i) {
            const Enemy& model = models[i % models.size()];
            if (best->beams.count == kCrowdedBeams && has_beam(model)) continue;
            Enemy enemy = best->beams.count < kCrowdedBeams ? *beamer : model;
            if (best->beams.count < kCrowdedBeams) best->beams.add(best->beams.items[0]);  // the step rebuilds it
            enemy.id = {static_cast<std::uint16_t>(3000 + i), 0, 0};
            best->enemies.add(enemy);
        }
        while (!best->enemy_shots.full()) {
            EnemyShot shot{};
            shot.at = somewhere();
            shot.speed = polar(Angle::from_raw(random.next()), 90_mu);
            shot.owner = {1, 0, 0};
            shot.flags = kGrazedMask;  // otherwise a hundred shots would pay in the first tick, the one that is timed
            best->enemy_shots.add(shot);
        }
        for (auto& pool : best->shots) {
            while (!pool.full()) {
                Shot shot{};
                shot.at = somewhere();
                shot.speed = {400_mu, {}};
                shot.number = {5000 + pool.count};
                shot.damage = 10;
                pool.add(shot);
            }
        }
        return best;
    }();
    return *crowd;
}

/// Level one with one more gun, whose bullets fly a curve.
const Level& turning_level() {
    static const Level level = [] {
        Level turning = the_cut();
        turning.bullet_steps = {{.op = BulletOp::curve, .ticks = 500, .turn = 160},
                                {.op = BulletOp::fly, .ticks = 400, .speed = kKeepPace}};
        turning.bullets = {{.look = 2, .steps = {0, 2}}};
        turning.guns.push_back({.speed = 90_mu, .bullet = 0});
        return turning;
    }();
    return level;
}

/// The crowd, in which half of the enemies' shots turn.
const World& turning_crowd() {
    static const std::unique_ptr<World> crowd = [] {
        auto world = std::make_unique<World>();
        copy_world(*world, crowded());
        Random random;
        for (std::uint32_t i = 0; i < world->enemy_shots.count; i += 2) {
            EnemyShot& shot = world->enemy_shots.items[i];
            shot.gun = static_cast<std::uint8_t>(turning_level().guns.size() - 1);
            shot.pace = 90_mu;
            shot.heading = Angle::from_raw(random.next());
            shot.left = static_cast<std::uint16_t>(100 + random.below(300));
        }
        return world;
    }();
    return *crowd;
}

/// CPU time of this thread, so other load on the machine is not included.
double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Times only what `work` does with a fresh copy of the crowded world in each round.
template <class Work>
void on_crowd(benchmark::State& state, const World& crowd, Work&& work) {
    auto world = std::make_unique<World>();
    auto events = std::make_unique<Events>();
    for (auto _ : state) {
        copy_world(*world, crowd);
        events->clear();
        const double from = cpu_seconds();
        work(*world, *events);
        state.SetIterationTime(cpu_seconds() - from);
    }
}

void core_tick_crowded(benchmark::State& state) {
    const FramePair frames{};
    double beams = 0;
    on_crowd(state, crowded(), [&](World& world, Events& events) {
        step(world, the_cut(), frames, events);
        beams = world.beams.count;
    });
    state.counters["tick"] = crowded().tick.value;
    state.counters["enemies"] = crowded().enemies.count;
    state.counters["enemy_shots"] = crowded().enemy_shots.count;
    state.counters["beams"] = beams;
}
BENCHMARK(core_tick_crowded)->UseManualTime()->Unit(benchmark::kMicrosecond);

/// The same with half of the enemies' shots turning.
void core_tick_turning(benchmark::State& state) {
    const FramePair frames{};
    on_crowd(state, turning_crowd(), [&](World& world, Events& events) { step(world, turning_level(), frames, events); });
    state.counters["enemy_shots"] = turning_crowd().enemy_shots.count;
}
BENCHMARK(core_tick_turning)->UseManualTime()->Unit(benchmark::kMicrosecond);

/// The same crowd without its enemies, per shot: motion, culling, walls, and the rest of the tick.
void core_shot(benchmark::State& state) {
    const FramePair frames{};
    double shots = 0;
    on_crowd(state, crowded(), [&](World& world, Events& events) {
        world.enemies.count = 0;
        shots = world.enemy_shots.count + world.shots[0].count + world.shots[1].count;
        step(world, the_cut(), frames, events);
    });
    state.counters["shots"] = shots;
    state.counters["per_shot"] = benchmark::Counter(shots, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(core_shot)->UseManualTime()->Unit(benchmark::kMicrosecond);

/// The Cut, with four walls of every tile moving: floor and ceiling breathe, two blocks float. Sixteen or a few more are in
/// sight.
const Level& moving_cut() {
    static const Level moving = [] {
        Level level = the_cut();
        level.wall_keys = {{.t = 0}, {.t = 120, .by = {0_u, 100_mu}}};
        const std::vector<WallDef> walls = std::exchange(level.walls, {});
        for (TileDef& tile : level.tiles) {
            const Range still = tile.walls;
            tile.walls = {static_cast<std::uint16_t>(level.walls.size()), static_cast<std::uint16_t>(still.count + 2)};
            for (std::size_t w = still.first; w < std::size_t{still.first} + still.count; ++w) {
                level.walls.push_back({.points = walls[w].points, .keys = {0, 2}, .period = 240});
            }
            for (const Fixed x : {3_u, 9_u}) {
                const auto first = static_cast<std::uint16_t>(level.points.size());
                for (const Vec2 corner : {Vec2{0_u, 0_u}, {1_u, 0_u}, {1_u, 1_u}, {0_u, 1_u}}) {
                    level.points.push_back(tile.enter + Vec2{x, 0_u} + corner);
                }
                level.walls.push_back({.points = {first, 4}, .keys = {0, 2}, .period = 240});
            }
        }
        derive(level);
        return level;
    }();
    return moving;
}

/// As core_shot, among moving walls; shots inside their rock have been removed already.
void core_shot_moving_walls(benchmark::State& state) {
    const FramePair frames{};
    const auto crowd = std::make_unique<World>();
    auto events = std::make_unique<Events>();
    copy_world(*crowd, crowded());
    crowd->enemies.count = 0;
    step(*crowd, moving_cut(), frames, *events);
    double shots = 0;
    on_crowd(state, *crowd, [&](World& world, Events& happened) {
        shots = world.enemy_shots.count + world.shots[0].count + world.shots[1].count;
        step(world, moving_cut(), frames, happened);
    });
    const PlacedWalls moving(crowd->scroll, moving_cut());
    state.counters["moving_walls"] = static_cast<double>(moving.end() - moving.begin());
    state.counters["shots"] = shots;
}
BENCHMARK(core_shot_moving_walls)->UseManualTime()->Unit(benchmark::kMicrosecond);

/// The work of a tick on walls before the first shot is tested: the walls' positions, and the space known to be free.
void core_walls(benchmark::State& state) {
    const Level& level = state.range(0) == 0 ? the_cut() : moving_cut();
    for (auto _ : state) {
        const PlacedWalls moving(crowded().scroll, level);
        benchmark::DoNotOptimize(WallBand(moving));
    }
}
BENCHMARK(core_walls)->ArgName("moving")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void core_copy_crowded(benchmark::State& state) {
    auto world = std::make_unique<World>();
    for (auto _ : state) {
        copy_world(*world, crowded());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(core_copy_crowded)->Unit(benchmark::kMicrosecond);

/// A golden co-op game, decoded once.
const replays::Replay* golden() {
    static const std::unique_ptr<replays::Replay> replay = [] {
        auto loaded = std::make_unique<replays::Replay>();
        const std::string error = replays::open_replay("replays/golden/coop-standard.replay", *loaded);
        return error.empty() ? std::move(loaded) : nullptr;
    }();
    return replay.get();
}

void core_copy_typical(benchmark::State& state) {
    if (golden() == nullptr) return state.SkipWithError("run it from the root: replays/golden is not here");
    replays::Player player(*golden(), replays::Player::Keep::nothing);
    player.seek(Tick{6000});
    auto world = std::make_unique<World>();
    for (auto _ : state) {
        copy_world(*world, player.world());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(core_copy_typical)->Unit(benchmark::kMicrosecond);

void core_digest_typical(benchmark::State& state) {
    if (golden() == nullptr) return state.SkipWithError("run it from the root: replays/golden is not here");
    replays::Player player(*golden(), replays::Player::Keep::nothing);
    player.seek(Tick{6000});
    for (auto _ : state) benchmark::DoNotOptimize(root_of(player.world()));
}
BENCHMARK(core_digest_typical)->Unit(benchmark::kMicrosecond);

/// A whole co-op game of level one with every tick's digest, as a multiple of real time.
void core_verify(benchmark::State& state) {
    if (golden() == nullptr) return state.SkipWithError("run it from the root: replays/golden is not here");
    double ticks = 0;
    for (auto _ : state) {
        const replays::Verdict verdict = replays::verify(*golden());
        if (!verdict.same) state.SkipWithError("the golden replay does not verify");
        ticks += verdict.ticks;
    }
    state.counters["times_real_time"] = benchmark::Counter(ticks / kTicksPerSecond, benchmark::Counter::kIsRate);
}
BENCHMARK(core_verify)->Unit(benchmark::kMillisecond);

}  // namespace
