// Compares hits with those of the peers. Where they differ, the double-precision reference decides which is wrong.

#include <algorithm>
#include <cmath>
#include <string>

#include "client/collide/query.hpp"
#include "client/collide/sweep.hpp"
#include "tests/bench/collide_duels.hpp"
#include "tests/bench/collide_peers.hpp"
#include "tests/bench/race.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::bench;
using namespace albireo::collide;
using math::widen;

namespace {

[[maybe_unused]] constexpr int kQueries = 100000;
[[maybe_unused]] constexpr double kClose = 1e-5;  // differences closer than this are not decided

enum class Truth : std::uint8_t { miss, hit, close };

struct Tally {
    int queries = 0, differ = 0, close = 0, peer_wrong = 0, ours_wrong = 0;

    template <class Judge>
    void add(bool ours, bool peer, const Judge& judge) {
        ++queries;
        if (ours == peer) return;
        ++differ;
        const Truth truth = judge();
        if (truth == Truth::close)
            ++close;
        else
            ++(ours == (truth == Truth::hit) ? peer_wrong : ours_wrong);
    }
    void report(benchmark::State& state, const std::string& what) const {
        state.counters["queries"] = queries;
        state.counters["differ"] = differ;
        state.counters["close"] = close;
        state.counters["peer_wrong"] = peer_wrong;
        state.counters["ours_wrong"] = ours_wrong;
        note("agreement, " + what + ", of " + std::to_string(queries) + ": " + std::to_string(differ) +
             " differ; by the double-precision reference " + std::to_string(peer_wrong) + " are the peer's mistake, " +
             std::to_string(ours_wrong) + " ours, " + std::to_string(close) + " too close to call");
        if (ours_wrong != 0) state.SkipWithError("a wrong answer of ours");
    }
};

/// Displaced spheres, as in the races.
struct Subject {
    const char* name;
    int n;  // 20 n² triangles
};
[[maybe_unused]] constexpr Subject kSubjects[] = {{"2k", 10}, {"20k", 32}, {"200k", 100}};

[[maybe_unused]] Truth by_gap(double gap) {
    return std::abs(gap) <= kClose ? Truth::close : gap < 0 ? Truth::hit : Truth::miss;
}
/// How far the reference must search to decide whether anything touches a sphere of this radius.
[[maybe_unused]] double far_enough(float radius) {
    return double{radius} + 10 * kClose;
}

#ifdef ALBIREO_BENCH_EMBREE
void spheres(benchmark::State& state, const Subject& subject) {
    const scenes::Model model = scenes::rock(subject.n);
    const reference::Surface surface(model);
    const Mesh mesh = Mesh::build(model.vertices, model.indices, {.grid_cells = 64});
    const EmbreeMesh embree(model);
    const Box box = scenes::grown(mesh.bounds(), 0.1F);
    scenes::Random random(1);
    Tally tally;
    for ([[maybe_unused]] auto _ : state)
        for (int i = 0; i < kQueries; ++i) {
            const Vec3 at = random.in_box(box);
            const Sphere s = {at, random.between(0.02F, 0.2F)};
            tally.add(touches(mesh, s), embree.touches(s),
                      [&] { return by_gap(reference::distance(surface, widen(at), far_enough(s.radius)) - s.radius); });
        }
    tally.report(state, std::string("spheres with Embree, ") + subject.name);
}

void ships(benchmark::State& state, const Subject& subject) {
    const scenes::Model model = scenes::rock(subject.n);
    const reference::Surface surface(model);
    const Mesh mesh = Mesh::build(model.vertices, model.indices, {.grid_cells = 64});
    const EmbreeMesh embree(model);
    const SphereSet ship = scenes::ship(0.4F);
    const Box box = scenes::grown(mesh.bounds(), 0.1F);
    scenes::Random random(4);
    Tally tally;
    for ([[maybe_unused]] auto _ : state)
        for (int i = 0; i < kQueries; ++i) {
            const math::Quat turn = random.turn();
            const Transform pose = transform(turn, random.in_box(box));
            tally.add(touches(mesh, {}, ship, pose), embree.touches(ship, pose), [&] {
                double gap = 10 * kClose;
                for (const Sphere& s : ship.spheres())
                    gap =
                        std::min(gap, reference::distance(surface, widen(pose.point(s.center)), far_enough(s.radius)) -
                                          s.radius);
                return by_gap(gap);
            });
        }
    tally.report(state, std::string("29-sphere ships with Embree, ") + subject.name);
}

void segments(benchmark::State& state, const Subject& subject) {
    const scenes::Model model = scenes::rock(subject.n);
    const reference::Surface surface(model);
    const Mesh mesh = Mesh::build(model.vertices, model.indices);
    const EmbreeMesh embree(model);
    const Box box = scenes::grown(mesh.bounds(), 0.1F);
    scenes::Random random(2);
    Tally tally;
    for ([[maybe_unused]] auto _ : state)
        for (int i = 0; i < kQueries; ++i) {
            const Vec3 a = random.in_box(box);
            const Segment s = {a, random.in_box(box)};
            tally.add(touches(mesh, s), embree.first(s) <= 1, [&] {
                Truth truth = Truth::miss;
                for (std::size_t k = 0; k < surface.size(); ++k) {
                    const auto c = reference::crossing(s, surface.triangle(k));
                    if (!c || c->inside < -kClose || c->t < -kClose || c->t > 1 + kClose) continue;
                    const bool surely = c->inside > kClose && c->t > kClose && c->t < 1 - kClose;
                    truth = surely || truth == Truth::hit ? Truth::hit : Truth::close;
                }
                return truth;
            });
        }
    tally.report(state, std::string("segments with Embree, ") + subject.name);
}
#endif

#ifdef ALBIREO_BENCH_BULLET
void sweeps(benchmark::State& state, const Subject& subject) {
    const scenes::Model model = scenes::rock(subject.n);
    const reference::Surface surface(model);
    const Mesh mesh = Mesh::build(model.vertices, model.indices);
    const BulletMesh bullet(model);
    const Box box = scenes::grown(mesh.bounds(), 0.1F);
    scenes::Random random(3);
    Tally tally;
    for ([[maybe_unused]] auto _ : state)
        for (int i = 0; i < kQueries; ++i) {
            const Vec3 at = random.in_box(box), move = random.direction() * random.between(0.05F, 1.0F);
            const Sphere s = {at, random.between(0.02F, 0.2F)};
            // The path of a sphere is a capsule, so the exact answer is a distance again.
            tally.add(first_hit(mesh, s, move).has_value(), bullet.sweep(s, move) <= 1, [&] {
                return by_gap(reference::distance(surface, widen(at), widen(at) + widen(move), far_enough(s.radius)) -
                              s.radius);
            });
        }
    tally.report(state, std::string("moving spheres with Bullet, ") + subject.name);
}

// The smallest distance between the cores on the way, minus both radii.
double gap(const Duel<Sphere, Sphere>& d) {
    const Vec3d from = widen(d.first.center);
    return reference::point_segment(widen(d.second.center), from, from + widen(d.move)) - d.first.radius -
           d.second.radius;
}
double gap(const Duel<Sphere, Capsule>& d) {
    const Vec3d from = widen(d.first.center);
    return reference::segment_segment(from, from + widen(d.move), widen(d.second.a), widen(d.second.b)) -
           d.first.radius - d.second.radius;
}
double gap(const Duel<Capsule, Capsule>& d) {
    // A moving axis covers a parallelogram.
    const Vec3 a = d.first.a, b = d.first.b;
    const Vec3d c = widen(d.second.a), e = widen(d.second.b);
    return std::min(reference::segment_triangle(c, e, {a, b, b + d.move}),
                    reference::segment_triangle(c, e, {a, b + d.move, a + d.move})) -
           d.first.radius - d.second.radius;
}

template <class A, class B>
void duels(benchmark::State& state, const char* what) {
    Tally tally;
    for ([[maybe_unused]] auto _ : state)
        for (const Duel<A, B>& d : make_duels<A, B>(kQueries, 5))
            tally.add(sweep(d.first, d.move, d.second).has_value(),
                      bullet_sweep(BulletCaster::world, d.first, d.move, d.second) <= 1,
                      [&] { return by_gap(gap(d)); });
    tally.report(state, std::string(what) + " with Bullet");
}
#endif

[[maybe_unused]] const bool g_registered = [] {
    const auto add = [](const std::string& name, void (*run)(benchmark::State&, const Subject&)) {
        for (const Subject& subject : kSubjects)
            benchmark::RegisterBenchmark((name + "/" + subject.name).c_str(), run, subject)
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
    };
    (void)add;
#ifdef ALBIREO_BENCH_EMBREE
    add("collide/agree/spheres", spheres);
    add("collide/agree/ships", ships);
    add("collide/agree/segments", segments);
#endif
#ifdef ALBIREO_BENCH_BULLET
    add("collide/agree/sweeps", sweeps);
    const auto add_duels = [](const char* name, void (*run)(benchmark::State&, const char*), const char* what) {
        benchmark::RegisterBenchmark(name, run, what)->Iterations(1)->Unit(benchmark::kMillisecond);
    };
    add_duels("collide/agree/sphere_sphere", duels<Sphere, Sphere>, "spheres moving onto spheres");
    add_duels("collide/agree/sphere_capsule", duels<Sphere, Capsule>, "spheres moving onto capsules");
    add_duels("collide/agree/capsule_capsule", duels<Capsule, Capsule>, "capsules moving onto capsules");
#endif
    return true;
}();

}  // namespace
