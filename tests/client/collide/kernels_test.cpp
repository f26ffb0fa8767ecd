// Goal: both builds of the kernels give the same bits, and no input number, however odd, leads them out of the tree.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "client/collide/broad.hpp"
#include "client/collide/kernels.hpp"
#include "client/collide/query.hpp"
#include "tests/client/collide/each_isa.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;

// Regression: queries that cannot profit from the grid consulted it, and took up to twice as long.
TEST_CASE("long capsules, small spheres and paths of moving spheres onto large triangles do not consult the grid") {
    const scenes::Model model = scenes::rock(10);
    const Mesh mesh = Mesh::build(model.vertices, model.indices, {.grid_cells = 64});
    const TreeView& honest = mesh.view();
    // A fake grid that says that everything is far away: queries that consult it hit nothing.
    TreeView lying = honest;
    const std::int32_t* size = honest.grid.size;
    const std::vector<std::uint8_t> far(static_cast<std::size_t>(size[0] * size[1] * size[2]) + 64, kGridFar);
    lying.grid.value = far.data();
    const float cell = honest.grid.cell;
    on_each_isa([&] {
        const Kernels& k = kernels();
        scenes::Random random(16);
        int hits = 0, believed = 0;
        for (int i = 0; i < 1000; ++i) {
            const Vec3 on = random.in_box(mesh.bounds()), along = random.direction();
            const Capsule capsule = {on, on + along * random.between(4 * cell, 2), random.between(0.01F, 0.1F)};
            const Sphere small = {on, random.between(0, 0.5F * cell)};
            hits += k.capsule_any(honest, capsule) + k.sphere_any(honest, small);
            CHECK(k.capsule_any(lying, capsule) == k.capsule_any(honest, capsule));
            CHECK(k.sphere_any(lying, small) == k.sphere_any(honest, small));
            // The paths start outside the grid, so only the first stride, which ends at the mesh's box, is before the surface.
            const Sphere sphere = {on - along * 4, random.between(0.02F, 0.2F)};
            const Found truth = k.sphere_first(honest, sphere, along * 6);
            hits += truth.id != kNoFace;
            CHECK(k.sphere_first(lying, sphere, along * 6).id == truth.id);
            // The fake grid is believed where it is consulted.
            believed += k.sphere_any(honest, {on, cell}) && !k.sphere_any(lying, {on, cell});
        }
        CHECK(hits > 1000);
        CHECK(believed > 10);
    });
}

TEST_CASE("no number leads a query out of the tree") {
    constexpr float kInf = std::numeric_limits<float>::infinity(), kMost = std::numeric_limits<float>::max();
    const float numbers[] = {
        std::numeric_limits<float>::quiet_NaN(), kInf, -kInf, kMost, -kMost, 1e31F, 2e19F, 1e15F, 0};
    const scenes::Model model = scenes::rock(1);  // twenty triangles, so most lanes of its nodes are unused
    const Mesh meshes[] = {{},
                           Mesh::build(model.vertices, model.indices),
                           Mesh::build(model.vertices, model.indices, {.one_sided = true}),
                           Mesh::build(model.vertices, model.indices, {.grid_cells = 8})};
    std::vector<Vec3> points;
    for (const float x : numbers)
        for (const float y : {x, 0.0F, 1e20F}) points.insert(points.end(), {{x, x, y}, {x, y, x}, {y, x, x}});
    on_each_isa([&] {
        const Kernels& k = kernels();
        for (const Mesh& mesh : meshes) {
            const TreeView& tree = mesh.view();
            std::uint32_t faces[32];
            std::size_t touched = 0;
            const auto check = [&](const Found& f) { CHECK((f.id == kNoFace || f.id < mesh.triangle_count())); };
            for (const Vec3& p : points)
                for (const float r : numbers) {
                    const Vec3 q = {r, r, r};
                    for (const Vec3& to : {q, -q, Vec3{}}) {
                        touched +=
                            k.capsule_any(tree, {p, to, r}) + k.segment_any(tree, {p, to}) + k.box_any(tree, {p, to});
                        touched += k.capsule_all(tree, {p, to, r}, faces, 32) +
                                   k.segment_all(tree, {p, to}, faces, 32) + k.box_all(tree, {p, to}, faces, 32);
                        check(k.segment_first(tree, {p, to}));
                        check(k.sphere_first(tree, {p, r}, to));
                        const Shot shots[] = {{p, to, r}, {to, p, r}};
                        Found found[2];
                        k.sphere_first_each(tree, shots, 2, found);
                        check(found[0]), check(found[1]);
                    }
                    touched += k.sphere_any(tree, {p, r}) + k.sphere_all(tree, {p, r}, faces, 32);
                    check(k.nearest(tree, p, r));
                    const SphereSet ship(std::vector<Sphere>{{p, r}});
                    touched += k.set_any(tree, {}, ship.eights().data(), ship.eights().size(), ship.bound());
                }
            CHECK((touched != 0) == (mesh.triangle_count() != 0));
        }
        // Numbers that are large but in range are answered correctly, and any distance may be given.
        CHECK(touches(meshes[1], Sphere{{1e13F, 0, 0}, 1.1e13F}));
        CHECK_FALSE(touches(meshes[1], Sphere{{1e13F, 0, 0}, 0.9e13F}));
        CHECK(touches(meshes[1], Sphere{{}, kMost}));
        CHECK(nearest(meshes[1], {1e13F, 0, 0}, kInf)->distance == doctest::Approx(1e13F));
        CHECK_FALSE(nearest(meshes[0], {}, kInf));
        CHECK_FALSE(touches(meshes[0], Sphere{{}, kMost}));
    });
}

TEST_CASE("both builds of the kernels give the same bits") {
    const scenes::Model models[] = {scenes::rock(10), scenes::shards(1000, 21)};
    for (const scenes::Model& model : models) {
        std::vector<std::string> logs;
        on_each_isa([&] {
            std::string log;
            const auto note = [&](const auto& value) {
                log.append(reinterpret_cast<const char*>(&value), sizeof value);
            };
            const auto note_found = [&](const Found& f) { note(f.t), note(f.id), note(f.slot); };
            const Kernels& k = kernels();
            scenes::Random random(14);
            const SphereSet ship = scenes::ship(0.3F);
            const Transform pose = random.pose(0.5F);
            for (const int cells : {0, 24})
                for (const bool one_sided : {false, true}) {
                    const Mesh mesh =
                        Mesh::build(model.vertices, model.indices, {.one_sided = one_sided, .grid_cells = cells});
                    const TreeView& tree = mesh.view();
                    const std::vector<std::byte> bytes = mesh.save();
                    log.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                    for (int i = 0; i < reference::queries(1000, 20000); ++i) {
                        const Vec3 a = random.in_box(scenes::grown(mesh.bounds(), 0.3F));
                        Vec3 b = random.in_box(scenes::grown(mesh.bounds(), 0.3F));
                        if (i % 4 == 1)
                            b = {a.x, i % 8 == 1 ? b.y : a.y, b.z};  // along an axis, or perpendicular to one
                        const Box box = {min(a, b), max(a, b)};
                        const float r = random.between_scales(0.003F, 0.3F);
                        note(k.sphere_any(tree, {a, r}));
                        note(k.capsule_any(tree, {a, b, r}));
                        note(k.box_any(tree, box));
                        note(k.segment_any(tree, {a, b}));
                        note_found(k.segment_first(tree, {a, b}));
                        note_found(k.sphere_first(tree, {a, r}, b - a));
                        note_found(k.nearest(tree, a, 1.0F));
                        note(k.set_any(tree, random.pose(1.3F), ship.eights().data(), ship.eights().size(),
                                       ship.bound()));
                        const Shot shots[] = {{a, b - a, r}, {b, a - b, r}, {a, {}, r}};
                        Found firsts[3];
                        k.sphere_first_each(tree, shots, 3, firsts);
                        for (const Found& f : firsts) note_found(f);
                        std::optional<Hit> hits[3];
                        first_hit_each(mesh, shots, hits);
                        for (const std::optional<Hit>& hit : hits) note(hit.value_or(Hit{}));
                        std::uint8_t touched[2];
                        const Sphere spheres[] = {{a, r}, {b, r}};
                        k.sphere_each(tree, pose, spheres, 2, touched);
                        note(touched);
                        std::array<std::uint32_t, 64> faces{};  // entries that are not written stay 0
                        const auto note_all = [&](std::size_t count) { note(count), note(faces), faces.fill(0); };
                        note_all(k.sphere_all(tree, {a, r}, faces.data(), faces.size()));
                        note_all(k.box_all(tree, box, faces.data(), faces.size()));
                        note_all(k.capsule_all(tree, {a, b, r}, faces.data(), faces.size()));
                        note_all(k.segment_all(tree, {a, b}, faces.data(), faces.size()));
                    }
                }
            // The mesh's triangles as walls: eight edges to a block, and one block that is not full.
            std::vector<Edge8> edges(model.size() / 8 + 1);
            for (std::size_t i = 0; i < edges.size() * 8; ++i) {
                const Triangle t = model.triangle(std::min(i, model.size() - 1));
                Edge8& e = edges[i / 8];
                const std::size_t lane = i % 8;
                e.ax[lane] = t.a.x, e.ay[lane] = t.a.y, e.bx[lane] = t.b.x, e.by[lane] = t.b.y;
                e.counts[lane] = i < model.size() ? 1.0F : 0.0F;
                if (lane == 0) e.min_x = e.max_x = t.a.x, e.min_y = e.max_y = t.a.y;
                e.min_x = std::min({e.min_x, t.a.x, t.b.x}), e.max_x = std::max({e.max_x, t.a.x, t.b.x});
                e.min_y = std::min({e.min_y, t.a.y, t.b.y}), e.max_y = std::max({e.max_y, t.a.y, t.b.y});
            }
            for (int i = 0; i < reference::queries(4000, 50000); ++i) {
                const float x = random.between(-1.5F, 1.5F), y = random.between(-1.5F, 1.5F);
                const NearestEdge nearest = k.edge_nearest(edges.data(), edges.size(), x, y, random.between(0.01F, 1));
                note(nearest.distance_squared), note(nearest.edge);
                note(k.edge_winding(edges.data(), edges.size(), x, y));
            }
            // Their boxes as targets, more than one set holds, and as movers.
            std::vector<Box> boxes;
            for (std::size_t i = 0; i < 300; ++i) {
                const Triangle t = model.triangle(i);
                boxes.push_back({min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)});
            }
            BroadPhase broad;
            std::vector<BroadPhase::Pair> pairs;
            broad.place(boxes);
            broad.find(boxes, pairs);
            for (const BroadPhase::Pair& pair : pairs) note(pair);
            logs.push_back(log);
        });
        if (logs.size() == 1) {
            MESSAGE("this machine runs only the portable kernels");
        } else {
            CHECK(logs[0] == logs[1]);
        }
    }
}
