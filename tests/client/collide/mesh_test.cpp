// Goal: the tree holds every triangle once, is always the same, and survives saving; a damaged file never loads.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "client/collide/query.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;

namespace {

/// Calls `visit(number)` for every leaf of the tree.
template <class Visit>
void each_leaf(const Mesh& mesh, const Visit& visit) {
    std::vector<std::int32_t> waiting = {0};
    while (!waiting.empty()) {
        const Node8& node = mesh.view().nodes[waiting.back()];
        waiting.pop_back();
        for (const std::int32_t child : node.child) {
            if (child == kNoChild) continue;
            if (child >= 0)
                waiting.push_back(child);
            else
                visit(~child);
        }
    }
}

std::vector<std::size_t> leaves_per_triangle(const Mesh& mesh) {
    std::vector<std::size_t> times(mesh.triangle_count());
    each_leaf(mesh, [&](std::int32_t number) {
        const Leaf8& leaf = mesh.view().leaves[number];
        for (int i = 0; i < kWide; ++i)
            if (i == 0 || leaf.id[i] != leaf.id[i - 1]) ++times[leaf.id[i]];
    });
    return times;
}

}  // namespace

TEST_CASE("every triangle is in exactly one leaf") {
    const scenes::Model models[] = {scenes::rock(1), scenes::rock(10), scenes::shards(1000, 3)};
    for (const scenes::Model& model : models) {
        const Mesh mesh = Mesh::build(model.vertices, model.indices);
        const std::vector<std::size_t> times = leaves_per_triangle(mesh);
        CHECK(times.size() == model.size());
        CHECK(std::all_of(times.begin(), times.end(), [](std::size_t n) { return n == 1; }));
    }
}

TEST_CASE("a disc contains its triangle, and its centre lies in it") {
    const scenes::Model models[] = {scenes::rock(10), scenes::shards(1000, 3)};
    for (const scenes::Model& model : models) {
        const Mesh mesh = Mesh::build(model.vertices, model.indices);
        double aside = 0, beyond = 0, above = 0;
        each_leaf(mesh, [&](std::int32_t number) {
            const Disc8& disc = mesh.view().discs[number];
            for (int i = 0; i < kWide; ++i) {
                const auto three = [&](const float(&from)[3][kWide]) {
                    return widen(Vec3{from[0][i], from[1][i], from[2][i]});
                };
                const Vec3d center = three(disc.center), normal = three(disc.normal);
                const Triangle t = mesh.triangle(mesh.view().leaves[number].id[i]);
                aside = std::max(aside, reference::point_triangle(center, t));
                for (const Vec3& corner : {t.a, t.b, t.c}) {
                    const Vec3d from = widen(corner) - center;
                    beyond = std::max(beyond, length(from) - disc.radius[i]);
                    above = std::max(above, std::abs(dot(from, normal)));
                }
            }
        });
        const double slack = mesh.view().slack;
        CHECK(aside <= slack);
        CHECK(beyond <= slack);
        CHECK(above <= slack);
    }
}

TEST_CASE("coincident or collinear triangles still make a tree") {
    scenes::Model model;
    for (std::uint32_t i = 0; i < 3000; ++i) {
        const float x = i < 1500 ? 0.0F : 1.0F / static_cast<float>(i * i);
        model.vertices.insert(model.vertices.end(), {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}});
        model.indices.insert(model.indices.end(), {i * 3, i * 3 + 1, i * 3 + 2});
    }
    const Mesh mesh = Mesh::build(model.vertices, model.indices);
    CHECK(touches(mesh, Sphere{{0.2F, 0.2F, 0.05F}, 0.1F}));
    CHECK_FALSE(touches(mesh, Sphere{{0.2F, 0.2F, 0.2F}, 0.1F}));
    std::vector<std::uint32_t> faces(4000);
    CHECK(touching(mesh, Sphere{{0.2F, 0.2F, 0.05F}, 0.1F}, faces) == 3000);
}

TEST_CASE("nothing touches an empty mesh") {
    const Mesh mesh;
    CHECK_FALSE(touches(mesh, Sphere{{}, 1e6F}));
    CHECK_FALSE(touches(mesh, Capsule{{-1, 0, 0}, {1, 0, 0}, 1e6F}));
    CHECK_FALSE(touches(mesh, Box{{-1, -1, -1}, {1, 1, 1}}));
    CHECK_FALSE(first_hit(mesh, Segment{{-1, 0, 0}, {1, 0, 0}}));
    CHECK_FALSE(first_hit(mesh, Sphere{{}, 1}, {1, 0, 0}));
    CHECK_FALSE(nearest(mesh, {}));
}

TEST_CASE("scale is applied when the mesh is built") {
    const scenes::Model model = scenes::rock(4);
    const Mesh mesh = Mesh::build(model.vertices, model.indices, {.scale = 10});
    const Box small = model.bounds();
    CHECK(mesh.bounds().max.x == small.max.x * 10);
    CHECK(mesh.bounds().min.z == small.min.z * 10);
}

TEST_CASE("a saved mesh loads the same, byte for byte") {
    const scenes::Model model = scenes::rock(10);
    for (const int grid : {0, 32}) {
        const MeshOptions options = {.one_sided = grid != 0, .grid_cells = grid, .grid_margin = grid != 0 ? 0.1F : 0};
        const Mesh mesh = Mesh::build(model.vertices, model.indices, options);
        const std::vector<std::byte> bytes = mesh.save();
        CHECK(bytes == Mesh::build(model.vertices, model.indices, options).save());
        Mesh back;
        REQUIRE(Mesh::load(bytes, back) == MeshFault::none);
        CHECK(back.save() == bytes);
        CHECK(back.one_sided() == (grid != 0));
        CHECK(back.has_grid() == (grid != 0));
        scenes::Random random(5);
        for (int i = 0; i < 200; ++i) {
            const Sphere s = {random.in_box(scenes::grown(mesh.bounds(), 0.1F)), random.between(0.01F, 0.2F)};
            CHECK(touches(mesh, s) == touches(back, s));
        }
    }
}

TEST_CASE("a damaged mesh file is refused with its reason and leaves the mesh unchanged") {
    const scenes::Model model = scenes::rock(3);
    const std::vector<std::byte> good = Mesh::build(model.vertices, model.indices, {.grid_cells = 8}).save();
    Mesh mesh = Mesh::build(model.vertices, model.indices);
    const std::size_t before = mesh.triangle_count();

    for (std::size_t size = 0; size < good.size(); size += 1 + size / 7)
        CHECK(Mesh::load(std::span(good).first(size), mesh) == MeshFault::truncated);
    std::vector<std::byte> bytes = good;
    bytes.push_back(std::byte{0});
    CHECK(Mesh::load(bytes, mesh) != MeshFault::none);
    bytes = good;
    bytes[0] ^= std::byte{1};
    CHECK(Mesh::load(bytes, mesh) == MeshFault::not_a_mesh);
    bytes = good;
    bytes[4] ^= std::byte{2};
    CHECK(Mesh::load(bytes, mesh) == MeshFault::other_version);
    for (std::size_t bit = 64; bit < 48 * 8; ++bit) {  // every bit of the header
        bytes = good;
        bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
        CHECK(Mesh::load(bytes, mesh) != MeshFault::none);
    }
    scenes::Random random(7);
    for (int i = 0; i < 2000; ++i) {
        bytes = good;
        bytes[8 + random.next() % (bytes.size() - 8)] ^= static_cast<std::byte>(1U << random.next() % 8);
        CHECK(Mesh::load(bytes, mesh) != MeshFault::none);
    }
    CHECK(mesh.triangle_count() == before);
    CHECK(text(MeshFault::damaged) == "mesh file is damaged");
}
