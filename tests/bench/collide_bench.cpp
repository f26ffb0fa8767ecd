// client/collide against its peers: overlaps, segments and sweeps on three displaced spheres, 100 000 queries per round.

#include <map>
#include <memory>

#include "client/collide/query.hpp"
#include "client/collide/sweep.hpp"
#include "tests/bench/collide_duels.hpp"
#include "tests/bench/collide_peers.hpp"
#include "tests/bench/race.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::bench;
using namespace albireo::collide;

namespace {

constexpr std::size_t kQueries = 100000;

struct Subject {
    const char* name;
    int n;  // 20 n² triangles
};
constexpr Subject kSubjects[] = {{"2k", 10}, {"20k", 32}, {"200k", 100}};

/// One mesh in each library's form. Built by the first race that needs it, and kept.
struct Field {
    scenes::Model model;
    Mesh plain, gridded;
#ifdef ALBIREO_BENCH_EMBREE
    EmbreeMesh embree{model};
#endif
#ifdef ALBIREO_BENCH_BULLET
    BulletMesh bullet{model};
#endif

    explicit Field(int n)
        : model(scenes::rock(n)),
          plain(Mesh::build(model.vertices, model.indices)),
          gridded(Mesh::build(model.vertices, model.indices, {.grid_cells = 64})) {}
};

const Field& field(const Subject& subject) {
    static std::map<int, std::unique_ptr<Field>> made;
    std::unique_ptr<Field>& f = made[subject.n];
    if (!f) f = std::make_unique<Field>(subject.n);
    return *f;
}

/// A round: every query in turn. The answers are summed, so that the compiler cannot drop a query.
template <class Queries, class Ask>
Racer racer(const char* name, std::shared_ptr<const Queries> queries, Ask ask) {
    const std::size_t operations = queries->size();
    return {name, operations, [queries = std::move(queries), ask] {
                double sum = 0;
                for (const auto& q : *queries) sum += static_cast<double>(ask(q));
                benchmark::DoNotOptimize(sum);
            }};
}

/// The same for a slow racer: each round runs a different part of the queries, and the race runs all of them.
template <class Queries, class Ask>
Racer slow_racer(const char* name, std::shared_ptr<const Queries> queries, Ask ask) {
    const std::size_t part = (queries->size() + kRounds - 1) / kRounds;
    return {name, part, [queries = std::move(queries), ask, part, next = std::size_t{0}]() mutable {
                double sum = 0;
                for (std::size_t i = 0; i < part; ++i)
                    sum += static_cast<double>(ask((*queries)[next++ % queries->size()]));
                benchmark::DoNotOptimize(sum);
            }};
}

/// The seeded queries of one race, anywhere in the mesh's box extended by a tenth.
template <class Make>
auto queries(const Field& f, std::uint64_t seed, const Make& make) {
    scenes::Random random(seed);
    const Box box = scenes::grown(f.plain.bounds(), 0.1F);
    std::vector<decltype(make(random, box))> out;
    out.reserve(kQueries);
    for (std::size_t i = 0; i < kQueries; ++i) out.push_back(make(random, box));
    return std::make_shared<const decltype(out)>(std::move(out));
}

Race spheres(const Subject& subject) {
    const Field& f = field(subject);
    const auto q = queries(f, 1, [](scenes::Random& r, const Box& box) {
        const Vec3 at = r.in_box(box);
        return Sphere{at, r.between(0.02F, 0.2F)};
    });
    Race race{"collide", std::string("sphere, any, ") + subject.name, {}, subject.n < 100 ? 2.0 : 0.0};
    race.racers.push_back(racer("albireo", q, [&f](const Sphere& s) { return touches(f.gridded, s); }));
#ifdef ALBIREO_BENCH_EMBREE
    race.racers.push_back(racer("embree", q, [&f](const Sphere& s) { return f.embree.touches(s); }));
#endif
    race.racers.push_back(racer("without_grid", q, [&f](const Sphere& s) { return touches(f.plain, s); }));
    return race;
}

Race ships(const Subject& subject) {
    const Field& f = field(subject);
    const auto q = queries(f, 2, [](scenes::Random& r, const Box& box) {
        const math::Quat turn = r.turn();
        return transform(turn, r.in_box(box));
    });
    static const SphereSet ship = scenes::ship(0.4F);
    Race race{"collide", std::string("29-sphere ship, ") + subject.name, {}, 3};
    race.racers.push_back(racer("albireo", q, [&f](const Transform& t) { return touches(f.gridded, {}, ship, t); }));
#ifdef ALBIREO_BENCH_EMBREE
    race.racers.push_back(racer("embree", q, [&f](const Transform& t) { return f.embree.touches(ship, t); }));
#endif
    race.racers.push_back(racer("without_grid", q, [&f](const Transform& t) { return touches(f.plain, {}, ship, t); }));
    return race;
}

Race capsules(const Subject& subject) {
    const Field& f = field(subject);
    const auto q = queries(f, 3, [](scenes::Random& r, const Box& box) {
        const Vec3 at = r.in_box(box), along = r.direction() * r.between(0.05F, 0.8F);
        return Capsule{at, at + along, r.between(0.01F, 0.1F)};
    });
    Race race{"collide", std::string("capsule, any, ") + subject.name, {}};
    race.racers.push_back(racer("albireo", q, [&f](const Capsule& c) { return touches(f.gridded, c); }));
    return race;
}

Race segments(const Subject& subject) {
    const Field& f = field(subject);
    const auto q = queries(f, 4, [](scenes::Random& r, const Box& box) {
        const Vec3 a = r.in_box(box);
        return Segment{a, r.in_box(box)};
    });
    Race race{"collide", std::string("segment, first, ") + subject.name, {}, 0.85};
    race.racers.push_back(racer("albireo", q, [&f](const Segment& s) {
        const std::optional<Hit> hit = first_hit(f.gridded, s);
        return hit ? hit->t : 2.0F;
    }));
#ifdef ALBIREO_BENCH_EMBREE
    race.racers.push_back(racer("embree", q, [&f](const Segment& s) { return f.embree.first(s); }));
#endif
    return race;
}

struct FlowState {
    Sphere sphere;
    Vec3 move;
};

Race swept_spheres(const Subject& subject) {
    const Field& f = field(subject);
    const auto q = queries(f, 5, [](scenes::Random& r, const Box& box) {
        const Vec3 at = r.in_box(box), move = r.direction() * r.between(0.05F, 1.0F);
        return FlowState{{at, r.between(0.02F, 0.2F)}, move};
    });
    Race race{"collide", std::string("swept sphere, ") + subject.name, {}, 40};
    race.racers.push_back(racer("albireo", q, [&f](const FlowState& c) {
        const std::optional<Hit> hit = first_hit(f.gridded, c.sphere, c.move);
        return hit ? hit->t : 2.0F;
    }));
#ifdef ALBIREO_BENCH_BULLET
    race.racers.push_back(
        slow_racer("bullet_public", q, [&f](const FlowState& c) { return f.bullet.sweep(c.sphere, c.move); }));
#endif
    return race;
}

/// Building a mesh: one operation per round.
Race build(const Subject& subject) {
    const auto model = std::make_shared<const scenes::Model>(scenes::rock(subject.n));
    Race race{"collide", std::string("build, ") + subject.name, {}};
    race.racers.push_back({"albireo", 1, [model] {
                               const Mesh mesh = Mesh::build(model->vertices, model->indices);
                               benchmark::DoNotOptimize(mesh.triangle_count());
                           }});
    if (subject.n == 32) race.wanted_ns = 50e6;
    return race;
}

// ---- one shape against another

template <class A, class B>
Race duels(const char* name) {
    const auto q = std::make_shared<const std::vector<Duel<A, B>>>(make_duels<A, B>(kQueries, 6));
    Race race{"collide", name, {}, 15};
    race.racers.push_back(racer("albireo", q, [](const Duel<A, B>& d) {
        const std::optional<Hit> hit = sweep(d.first, d.move, d.second);
        return hit ? hit->t : 2.0F;
    }));
#ifdef ALBIREO_BENCH_BULLET
    race.racers.push_back(slow_racer("bullet_public", q, [](const Duel<A, B>& d) {
        return bullet_sweep(BulletCaster::world, d.first, d.move, d.second);
    }));
    race.racers.push_back(slow_racer("bullet_quickest", q, [](const Duel<A, B>& d) {
        return bullet_sweep(BulletCaster::subsimplex, d.first, d.move, d.second);
    }));
#endif
    return race;
}

[[maybe_unused]] const bool g_registered = [] {
    struct Kind {
        const char* name;
        Race (*make)(const Subject&);
    };
    for (const Kind& kind : {Kind{"sphere_any", spheres},
                             {"ship", ships},
                             {"swept_sphere", swept_spheres},
                             {"capsule_any", capsules},
                             {"segment_first", segments},
                             {"build", build}})
        for (const Subject& subject : kSubjects)
            add_race(std::string("collide/") + kind.name + "/" + subject.name,
                     [kind, &subject] { return kind.make(subject); });
    add_race("collide/sweep/sphere_sphere", [] { return duels<Sphere, Sphere>("sweep sphere, sphere"); });
    add_race("collide/sweep/sphere_capsule", [] { return duels<Sphere, Capsule>("sweep sphere, capsule"); });
    add_race("collide/sweep/capsule_capsule", [] { return duels<Capsule, Capsule>("sweep capsule, capsule"); });
    return true;
}();

}  // namespace
