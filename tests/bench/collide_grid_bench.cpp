// What a distance grid costs or saves: each kind of query that can use a grid, raced with a grid and without one on the
// same queries. A grid must never cost: no row may be above 1.02 times the time without one.

#include <array>
#include <map>
#include <memory>

#include "client/collide/query.hpp"
#include "tests/bench/race.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::bench;
using namespace albireo::collide;

namespace {

#ifndef ALBIREO_GRID_QUERIES
#define ALBIREO_GRID_QUERIES 20000  // grid_cost counts instructions of fewer
#endif
constexpr std::size_t kQueries = ALBIREO_GRID_QUERIES;
constexpr double kCostMax = 1.02;
constexpr const char* kTable = "a grid's cost (x: the time without a grid, divided by the time with one)";

struct Subject {
    const char* name;
    int n;  // 20 n² triangles
};
constexpr Subject kSubjects[] = {{"2k", 10}, {"20k", 32}, {"200k", 100}};

struct Pair {
    Mesh plain, gridded;
    explicit Pair(const scenes::Model& model)
        : plain(Mesh::build(model.vertices, model.indices)),
          gridded(Mesh::build(model.vertices, model.indices, {.grid_cells = 64})) {}
};
const Pair& pair(const Subject& subject) {
    static std::map<int, std::unique_ptr<Pair>> made;
    std::unique_ptr<Pair>& p = made[subject.n];
    if (!p) p = std::make_unique<Pair>(scenes::rock(subject.n));
    return *p;
}

/// The queries of a row: all of them, or only those that hit; for moving spheres, those that start clear and hit.
enum class Keep : std::uint8_t { all, hits };

/// The dimensions of a moving sphere, a capsule or a segment. The mesh is about 2 across.
struct Way {
    const char* name;
    float shortest, longest;
    Keep keep;
    bool from_afar = false;  ///< begins outside the mesh's box and leads through it
};
constexpr Way kWays[] = {{"short", 0.01F, 0.1F, Keep::all},
                         {"long", 0.5F, 2.0F, Keep::all},
                         {"short_hitting", 0.01F, 0.1F, Keep::hits},
                         {"long_hitting", 0.5F, 2.0F, Keep::hits},
                         {"from_afar", 2.0F, 4.0F, Keep::all, true},
                         {"from_afar_hitting", 2.0F, 4.0F, Keep::hits, true}};

Segment way(scenes::Random& r, const Box& box, const Way& w) {
    const float length = r.between(w.shortest, w.longest);
    const Vec3 on = r.in_box(box), along = r.direction() * length;
    const Vec3 at = w.from_afar ? on - along * 0.75F : on;
    return {at, at + along};
}
Shot shot(scenes::Random& r, const Box& box, const Way& w) {
    const Segment s = way(r, box, w);
    return {s.a, s.b - s.a, r.between(0.02F, 0.2F)};
}
Capsule capsule(scenes::Random& r, const Box& box, const Way& w) {
    const Segment s = way(r, box, w);
    return {s.a, s.b, r.between(0.01F, 0.1F)};
}

bool is_hit(bool touched) {
    return touched;
}
bool is_hit(const std::optional<Hit>& hit) {
    return hit && hit->t > 0;
}
bool is_hit(const std::optional<Nearest>& nearest) {
    return nearest.has_value();
}

/// Queries anywhere in the mesh's box extended by a tenth, the same for both racers.
template <class Make, class Ask>
auto queries(const Mesh& mesh, Keep keep, const Make& make, const Ask& ask) {
    scenes::Random random(1);
    const Box box = scenes::grown(mesh.bounds(), 0.1F);
    std::vector<decltype(make(random, box))> out;
    while (out.size() < kQueries) {
        const auto query = make(random, box);
        if (keep == Keep::all || is_hit(ask(mesh, query))) out.push_back(query);
    }
    return out;
}

/// All queries in turn on both meshes. `ask` returns a value that is true for a hit.
template <class Make, class Ask>
Race race(std::string row, const Pair& meshes, Keep keep, Make make, Ask ask) {
    const auto asked =
        std::make_shared<const decltype(queries(meshes.plain, keep, make, ask))>(queries(meshes.plain, keep, make, ask));
    const auto racer = [&](const char* name, const Mesh& mesh) {
        return Racer{name, kQueries, [&mesh, asked, ask] {
                         int hits = 0;
                         for (const auto& query : *asked) hits += static_cast<int>(static_cast<bool>(ask(mesh, query)));
                         benchmark::DoNotOptimize(hits);
                     }};
    };
    return {.table = kTable,
            .row = std::move(row),
            .racers = {racer("with_grid", meshes.gridded), racer("without", meshes.plain)},
            .wanted = 1 / kCostMax};
}

/// The same for moving spheres, many at a time.
template <std::size_t kAtATime>
Race many(std::string row, const Pair& meshes, const Way& w) {
    const auto shots = std::make_shared<const std::vector<Shot>>(queries(
        meshes.plain, w.keep, [&w](scenes::Random& r, const Box& box) { return shot(r, box, w); },
        [](const Mesh& m, const Shot& s) { return first_hit(m, Sphere{s.at, s.radius}, s.move); }));
    const auto racer = [&](const char* name, const Mesh& mesh) {
        return Racer{name, kQueries, [&mesh, shots, hits = std::vector<std::optional<Hit>>(kAtATime)]() mutable {
                         for (std::size_t first = 0; first + kAtATime <= shots->size(); first += kAtATime)
                             first_hit_each(mesh, {&(*shots)[first], kAtATime}, hits);
                         benchmark::DoNotOptimize(hits.data());
                     }};
    };
    return {.table = kTable,
            .row = std::move(row),
            .racers = {racer("with_grid", meshes.gridded), racer("without", meshes.plain)},
            .wanted = 1 / kCostMax};
}

struct Size {
    const char* name;
    float smallest, largest;
    Keep keep;
};
constexpr Size kSizes[] = {{"small", 0.001F, 0.02F, Keep::all},
                           {"large", 0.02F, 0.2F, Keep::all},
                           {"small_hitting", 0.001F, 0.02F, Keep::hits},
                           {"large_hitting", 0.02F, 0.2F, Keep::hits}};

Race moving(std::string row, const Pair& meshes, const Way& w) {
    return race(
        std::move(row), meshes, w.keep, [&w](scenes::Random& r, const Box& box) { return shot(r, box, w); },
        [](const Mesh& m, const Shot& s) { return first_hit(m, Sphere{s.at, s.radius}, s.move); });
}
Race capsules(std::string row, const Pair& meshes, const Way& w) {
    return race(
        std::move(row), meshes, w.keep, [&w](scenes::Random& r, const Box& box) { return capsule(r, box, w); },
        [](const Mesh& m, const Capsule& c) { return touches(m, c); });
}
Race segments(std::string row, const Pair& meshes, const Way& w) {
    return race(
        std::move(row), meshes, w.keep, [&w](scenes::Random& r, const Box& box) { return way(r, box, w); },
        [](const Mesh& m, const Segment& s) { return first_hit(m, s); });
}

Sphere sphere(scenes::Random& r, const Box& box, const Size& size) {
    const Vec3 at = r.in_box(box);
    return {at, r.between(size.smallest, size.largest)};
}
Race spheres(std::string row, const Pair& meshes, const Size& size) {
    return race(
        std::move(row), meshes, size.keep, [&size](scenes::Random& r, const Box& box) { return sphere(r, box, size); },
        [](const Mesh& m, const Sphere& s) { return touches(m, s); });
}
/// Many spheres in one call, as the broad phase asks.
Race each(std::string row, const Pair& meshes, const Size& size) {
    const auto spheres = std::make_shared<const std::vector<Sphere>>(queries(
        meshes.plain, size.keep, [&size](scenes::Random& r, const Box& box) { return sphere(r, box, size); },
        [](const Mesh& m, const Sphere& s) { return touches(m, s); }));
    const auto racer = [&](const char* name, const Mesh& mesh) {
        return Racer{name, kQueries, [&mesh, spheres, out = std::vector<std::uint8_t>(kQueries)]() mutable {
                         touches_each(mesh, {}, *spheres, out);
                         benchmark::DoNotOptimize(out.data());
                     }};
    };
    return {.table = kTable,
            .row = std::move(row),
            .racers = {racer("with_grid", meshes.gridded), racer("without", meshes.plain)},
            .wanted = 1 / kCostMax};
}
/// All triangles that a shape touches, up to sixteen.
Race touching_spheres(std::string row, const Pair& meshes, const Size& size) {
    return race(
        std::move(row), meshes, size.keep, [&size](scenes::Random& r, const Box& box) { return sphere(r, box, size); },
        [](const Mesh& m, const Sphere& s) {
            std::array<std::uint32_t, 16> faces;
            return touching(m, s, faces) != 0;
        });
}
Race touching_capsules(std::string row, const Pair& meshes, const Way& w) {
    return race(
        std::move(row), meshes, w.keep, [&w](scenes::Random& r, const Box& box) { return capsule(r, box, w); },
        [](const Mesh& m, const Capsule& c) {
            std::array<std::uint32_t, 16> faces;
            return touching(m, c, faces) != 0;
        });
}
Race segments_any(std::string row, const Pair& meshes, const Way& w) {
    return race(
        std::move(row), meshes, w.keep, [&w](scenes::Random& r, const Box& box) { return way(r, box, w); },
        [](const Mesh& m, const Segment& s) { return touches(m, s); });
}
Race boxes(std::string row, const Pair& meshes, const Size& size) {
    return race(
        std::move(row), meshes, size.keep,
        [&size](scenes::Random& r, const Box& box) {
            const Sphere s = sphere(r, box, size);
            const Vec3 half = {s.radius, s.radius, s.radius};
            return Box{s.center - half, s.center + half};
        },
        [](const Mesh& m, const Box& b) { return touches(m, b); });
}
Race points(std::string row, const Pair& meshes, const Size& size) {
    return race(
        std::move(row), meshes, size.keep, [&size](scenes::Random& r, const Box& box) { return sphere(r, box, size); },
        [](const Mesh& m, const Sphere& s) { return nearest(m, s.center, s.radius); });
}
Race ships(std::string row, const Pair& meshes, const Size& size) {
    const auto ship = std::make_shared<const SphereSet>(scenes::ship(size.largest * 2));
    return race(
        std::move(row), meshes, size.keep,
        [](scenes::Random& r, const Box& box) {
            const math::Quat turn = r.turn();
            return transform(turn, r.in_box(box));
        },
        [ship](const Mesh& m, const Transform& t) { return touches(m, {}, *ship, t); });
}

/// Adds a row for each kind, variant and mesh.
template <class Variant>
void add(const char* kind, Race (*make)(std::string, const Pair&, const Variant&), std::span<const Variant> variants) {
    for (const Subject& subject : kSubjects)
        for (const Variant& variant : variants)
            add_race(std::string("collide/grid/") + kind + "/" + variant.name + "/" + subject.name,
                     [=, &subject, &variant] {
                         return make(std::string(kind) + ", " + variant.name + ", " + subject.name, pair(subject), variant);
                     });
}

[[maybe_unused]] const bool g_registered = [] {
    add<Way>("moving_sphere", moving, kWays);
    add<Way>("moving_spheres_1", many<1>, kWays);
    add<Way>("moving_spheres_12", many<12>, kWays);
    add<Way>("moving_spheres_200", many<200>, kWays);
    add<Way>("capsule_any", capsules, kWays);
    add<Way>("segment_first", segments, kWays);
    add<Way>("segment_any", segments_any, kWays);
    add<Way>("capsule_all", touching_capsules, kWays);
    add<Size>("sphere_any", spheres, kSizes);
    add<Size>("sphere_each", each, kSizes);
    add<Size>("sphere_all", touching_spheres, kSizes);
    add<Size>("ship", ships, kSizes);
    add<Size>("box_any", boxes, kSizes);
    add<Size>("nearest", points, kSizes);
    return true;
}();

}  // namespace
