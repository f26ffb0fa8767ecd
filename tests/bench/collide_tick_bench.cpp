// A tick at the required size: 200 enemies, a boss, 5 000 shots, meshes with grids, from placing the targets to the list
// of hits. Also as in play: coarse grids and two players' 512 shots, each player separately; and the same without grids.
// Also the broad phase alone against other ways of finding pairs.

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>

#include "client/collide/broad.hpp"
#include "tests/bench/race.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::bench;
using namespace albireo::collide;

namespace {

constexpr const char* kTable = "collide: a tick with 200 enemies and a boss";

/// Small and medium enemies (0.5 to 0.9 units) all over the field of 32 x 18 units. The boss fills a third of its height.
struct Battle {
    Mesh enemy, larger, boss;
    std::vector<Target> targets;
    std::vector<Shot> shots;
    std::vector<Sphere> spheres;  // the shots at their current places
    std::vector<Box> target_boxes, shot_boxes;

    Battle(int grid_cells, std::size_t shot_count) {
        const auto built = [&](const scenes::Model& model, float scale) {
            return Mesh::build(model.vertices, model.indices,
                               {.scale = scale, .grid_cells = grid_cells, .grid_margin = 0.12F});
        };
        const scenes::Model rock = scenes::rock(10);
        enemy = built(rock, 0.2F), larger = built(rock, 0.38F), boss = built(scenes::rock(32, 2), 2.2F);
        scenes::Random random(1);
        const math::Quat boss_turn = random.turn();
        targets.push_back({&boss, transform(boss_turn, {9, 0, 0})});
        for (int i = 0; i < 200; ++i) {
            const math::Quat turn = random.turn();
            const Vec3 at = random.in_box({{-16, -9, 0}, {16, 9, 0}});
            targets.push_back({i % 4 == 0 ? &larger : &enemy, transform(turn, at)});
        }
        while (shots.size() < shot_count) {  // only shots that hit nothing in the previous tick
            const Vec3 at = random.in_box({{-16, -9, 0}, {16, 9, 0}});
            const float slant = random.between(-0.1F, 0.1F);
            const Shot s = {at, {0.5F, slant, 0}, random.between(0.05F, 0.12F)};  // 30 units a second
            bool spent = false;
            for (const Target& t : targets) spent = spent || touches(*t.mesh, t.pose, Sphere{s.at, s.radius});
            if (spent) continue;
            shots.push_back(s);
            spheres.push_back({s.at + s.move, s.radius});
        }
        for (const Target& t : targets) target_boxes.push_back(t.mesh->bounds(t.pose));
        for (const Shot& s : shots) shot_boxes.push_back(swept_bounds({s.at, s.radius}, s.move));
    }
};

constexpr std::size_t kTicks = 20, kShots = 5000;
constexpr int kCells = 64;
// As in play (client/predict/bodies.cpp).
constexpr std::size_t kPlayers = 2, kShotsOfOne = 512;
constexpr int kPlayedCells = 24;

Race still_ticks() {
    const auto battle = std::make_shared<Battle>(kCells, kShots);
    const auto tick = std::make_shared<ShotTick>();
    const auto touches = std::make_shared<std::vector<ShotTouch>>();
    const auto run = [=] {
        for (std::size_t i = 0; i < kTicks; ++i) {
            tick->place(battle->targets);
            tick->touching(battle->spheres, *touches);
            benchmark::DoNotOptimize(touches->size());
        }
    };
    return {kTable, "a shot of 5 000, touching", {{"albireo", kShots * kTicks, run}}, 0, 60};
}

Race swept_ticks() {
    const auto battle = std::make_shared<Battle>(kCells, kShots);
    const auto tick = std::make_shared<ShotTick>();
    const auto hits = std::make_shared<std::vector<ShotHit>>();
    const auto run = [=] {
        for (std::size_t i = 0; i < kTicks; ++i) {
            tick->place(battle->targets);
            tick->find(battle->shots, *hits);
            benchmark::DoNotOptimize(hits->size());
        }
    };
    return {kTable, "a shot of 5 000, swept", {{"albireo", kShots * kTicks, run}}, 0, 60};
}

/// Queries as the reporter makes them.
Race played_ticks() {
    const auto ticks_of = [](int cells) {
        const auto battle = std::make_shared<Battle>(cells, kPlayers * kShotsOfOne);
        const auto tick = std::make_shared<ShotTick>();
        const auto hits = std::make_shared<std::vector<ShotHit>>();
        return [=] {
            for (std::size_t i = 0; i < kTicks; ++i) {
                tick->place(battle->targets);
                for (std::size_t player = 0; player < kPlayers; ++player) {
                    tick->find(std::span(battle->shots).subspan(player * kShotsOfOne, kShotsOfOne), *hits);
                    benchmark::DoNotOptimize(hits->size());
                }
            }
        };
    };
    constexpr std::size_t kOperations = kPlayers * kShotsOfOne * kTicks;
    return {kTable,
            "as played, a shot of 2 x 512, swept",
            {{"albireo", kOperations, ticks_of(kPlayedCells)}, {"without_grids", kOperations, ticks_of(0)}}};
}

Race pairs() {
    const auto battle = std::make_shared<Battle>(kCells, kShots);
    const auto broad = std::make_shared<BroadPhase>();
    const auto found = std::make_shared<std::vector<BroadPhase::Pair>>();
    const auto grid = [=] {
        std::size_t sum = 0;
        broad->place(battle->target_boxes);
        broad->find(battle->shot_boxes, *found);
        for (const BroadPhase::Pair& pair : *found) sum += pair.target;
        benchmark::DoNotOptimize(sum);
    };
    // Sweep and prune: both kinds sorted along x, then one pass with a list of the open targets.
    const auto sweep_and_prune = [=] {
        const auto order = [](const std::vector<Box>& boxes) {
            std::vector<std::uint32_t> out(boxes.size());
            std::iota(out.begin(), out.end(), 0U);
            std::sort(out.begin(), out.end(), [&](auto a, auto b) { return boxes[a].min.x < boxes[b].min.x; });
            return out;
        };
        const auto& targets = battle->target_boxes;
        const auto by_target = order(targets), by_shot = order(battle->shot_boxes);
        std::vector<std::uint32_t> open;
        std::size_t next = 0, sum = 0;
        for (const std::uint32_t s : by_shot) {
            const Box& b = battle->shot_boxes[s];
            while (next < by_target.size() && targets[by_target[next]].min.x <= b.max.x)
                open.push_back(by_target[next++]);
            std::erase_if(open, [&](std::uint32_t t) { return targets[t].max.x < b.min.x; });
            for (const std::uint32_t t : open)
                if (overlaps(b, targets[t])) sum += t;
        }
        benchmark::DoNotOptimize(sum);
    };
    const auto everybody = [=] {
        std::size_t sum = 0;
        for (const Box& b : battle->shot_boxes)
            for (std::uint32_t t = 0; t < battle->target_boxes.size(); ++t)
                if (overlaps(b, battle->target_boxes[t])) sum += t;
        benchmark::DoNotOptimize(sum);
    };
    return {kTable,
            "broad phase alone, a shot",
            {{"albireo_bits", kShots, grid},
             {"sweep_and_prune", kShots, sweep_and_prune},
             {"everybody", kShots, everybody}}};
}

[[maybe_unused]] const bool g_registered = [] {
    add_race("collide/tick/touching", still_ticks);
    add_race("collide/tick/swept", swept_ticks);
    add_race("collide/tick/played", played_ticks);
    add_race("collide/broad_phase", pairs);
    return true;
}();

}  // namespace
