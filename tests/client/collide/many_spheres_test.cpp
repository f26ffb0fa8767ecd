// Goal: queries of many moving spheres at once give the same answers as single ones, bit for bit, with every build of the
// kernels, for any number of spheres and any number of triangles near them. A grid changes no answer.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "client/collide/kernels.hpp"
#include "client/collide/query.hpp"
#include "tests/client/collide/each_isa.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;

namespace {

void check_same(const std::optional<Hit>& a, const std::optional<Hit>& b) {
    REQUIRE(a.has_value() == b.has_value());
    if (!a) return;
    CHECK(a->t == b->t);
    CHECK(a->face == b->face);
    CHECK(a->point == b->point);
    CHECK(a->normal == b->normal);
    CHECK(a->depth == b->depth);
}

/// Returns the number of hits.
std::size_t check_each(const Mesh& mesh, const std::vector<Shot>& shots) {
    std::vector<std::optional<Hit>> hits(shots.size());
    first_hit_each(mesh, shots, hits);
    for (std::size_t i = 0; i < shots.size(); ++i)
        check_same(first_hit(mesh, {shots[i].at, shots[i].radius}, shots[i].move), hits[i]);
    return static_cast<std::size_t>(
        std::count_if(hits.begin(), hits.end(), [](const auto& h) { return h.has_value(); }));
}

}  // namespace

TEST_CASE("neither the grid nor queries of many at once change where a moving sphere hits") {
    const scenes::Model smooth = scenes::rock(10), slivers = scenes::shards(1000, 32);
    for (const bool one_sided : {false, true})
        for (const auto& [shape, margin] :
             {std::pair{&smooth, 0.0F}, std::pair{&smooth, 0.3F}, std::pair{&slivers, 0.3F}})
            for (const int cells : {8, 64}) {
                // Slivers cannot be sorted by their nearest points, so all of them are tested.
                const scenes::Model& model = *shape;
                const Mesh plain = Mesh::build(model.vertices, model.indices, {.one_sided = one_sided});
                const Mesh gridded = Mesh::build(model.vertices, model.indices,
                                                 {.one_sided = one_sided, .grid_cells = cells, .grid_margin = margin});
                scenes::Random random(6);
                std::vector<Shot> shots(static_cast<std::size_t>(reference::queries(3000, 100000)));
                for (Shot& s : shots) {
                    const Vec3 at = random.in_box(scenes::grown(plain.bounds(), 0.5F));
                    const bool still = random.unit() < 0.05F;
                    const Vec3 move = random.direction() * (still ? 0.0F : random.between_scales(0.01F, 3.0F));
                    s = {at, move, random.between_scales(0.003F, 0.6F)};
                }
                std::vector<std::optional<Hit>> hits(shots.size());
                first_hit_each(gridded, shots, hits);
                int wrong = 0, met = 0;
                for (std::size_t i = 0; i < shots.size(); ++i) {
                    const Sphere s = {shots[i].at, shots[i].radius};
                    const std::optional<Hit> one = first_hit(gridded, s, shots[i].move),
                                             truth = first_hit(plain, s, shots[i].move);
                    check_same(one, hits[i]);
                    met += one.has_value();
                    wrong += one.has_value() != truth.has_value();
                    if (one && truth) wrong += std::abs(one->t - truth->t) > 1e-6F || one->depth != truth->depth;
                }
                CHECK(wrong == 0);
                CHECK(met > static_cast<int>(shots.size()) / 60);
            }
}

TEST_CASE("many large spheres are near more triangles at once than there is room for") {
    // A coarse grid rejects little, so whole sides of a fine mesh are tested.
    const scenes::Model model = scenes::rock(32);
    for (const bool one_sided : {false, true}) {
        const Mesh mesh =
            Mesh::build(model.vertices, model.indices, {.one_sided = one_sided, .grid_cells = 6, .grid_margin = 2.0F});
        scenes::Random random(41);
        std::vector<Shot> shots(static_cast<std::size_t>(reference::queries(100, 1000)));
        for (Shot& s : shots) {
            const float radius = random.between(0.5F, 2.0F);
            const Vec3 way = random.direction();
            s = {way * -(radius + 2), way * random.between(1, 2) + random.direction() * 0.5F, radius};
        }
        on_each_isa([&] { CHECK(check_each(mesh, shots) > shots.size() / 2); });
    }
}

TEST_CASE("many spheres at once, with NaN and infinite values, on a mesh with more nodes than one pass can hold") {
    constexpr float kInf = std::numeric_limits<float>::infinity(), kNaN = std::numeric_limits<float>::quiet_NaN();
    const float numbers[] = {kNaN, kInf, -kInf, std::numeric_limits<float>::max(), 1e31F, 2e19F, 1e15F, 1, 0};
    const scenes::Model model = scenes::rock(32);
    for (const bool one_sided : {false, true}) {
        const Mesh mesh =
            Mesh::build(model.vertices, model.indices, {.one_sided = one_sided, .grid_cells = 6, .grid_margin = 2.0F});
        scenes::Random random(43);
        const auto any = [&] {
            return random.unit() < 0.3F ? numbers[random.next() % std::size(numbers)] : random.between(-3, 3);
        };
        std::vector<Shot> shots(512);
        for (Shot& s : shots) s = {{any(), any(), any()}, {any(), any(), any()}, any()};
        on_each_isa([&] {
            std::vector<Found> found(shots.size());
            kernels().sphere_first_each(mesh.view(), shots.data(), shots.size(), found.data());
            for (const Found& f : found) {
                CHECK((f.id == kNoFace || f.id < mesh.triangle_count()));
                CHECK((f.id == kNoFace || mesh.view().leaves[f.slot / kWide].id[f.slot % kWide] == f.id));
            }
        });
    }
}

TEST_CASE("many thin spheres on long paths have the same hits as each of them alone") {
    // A path is hundreds or thousands of radii long, and rounding errors are proportional to it. The spheres aim at corners of
    // the mesh, where several triangles are hit at once and none may be lost to rounding.
    const scenes::Model model = scenes::rock(32);
    for (const int cells : {4, 6, 24}) {
        const Mesh mesh = Mesh::build(model.vertices, model.indices, {.grid_cells = cells, .grid_margin = 1.0F});
        scenes::Random random(47);
        std::vector<Shot> shots(static_cast<std::size_t>(reference::queries(4000, 100000)));
        for (Shot& s : shots) {
            const Vec3 corner = model.vertices[random.next() % model.vertices.size()];
            const Vec3 at = corner + (math::normalized_or(corner, {1, 0, 0}) + random.direction() * 0.5F) *
                                         random.between_scales(0.1F, 60.0F);
            s = {at, (corner - at) * random.between(1.0F, 1.5F), random.between_scales(0.0001F, 0.05F)};
        }
        CHECK(check_each(mesh, shots) > shots.size() / 2);
    }
}

TEST_CASE("of two triangles, one close behind the other, a thin sphere from far away hits the nearer") {
    // It hits the nearer one beside a corner, in the middle of a long path.
    const std::vector<Vec3> corners = {{0, -0.02F, -0.02F},   {0, 1, 0},       {0, 0, 1}, {0.1F, -0.05F, -0.05F},
                                       {0.1F, 0.05F, -0.05F}, {0.1F, 0, 0.05F}};
    const Mesh mesh = Mesh::build(corners, std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}, {.grid_cells = 4});
    scenes::Random random(53);
    for (const float far : {30.0F, 300.0F, 1000.0F}) {
        std::vector<Shot> shots(static_cast<std::size_t>(reference::queries(2000, 100000)));
        for (Shot& s : shots) {
            const float from = random.between(0.5F, 1.0F) * far;
            s = {{-from, random.between(-0.005F, 0.02F), random.between(-0.005F, 0.02F)},
                 {from * random.between(1.0F, 1.5F) + 0.2F, 0, 0},
                 random.between_scales(1e-6F, 2e-5F) * far};
        }
        CHECK(check_each(mesh, shots) > shots.size() / 2);
    }
}

TEST_CASE("spheres that barely touch at the start, or barely do not") {
    for (const scenes::Model& model : {scenes::rock(10), scenes::rock(3), scenes::shards(60, 5)})
        for (const int cells : {4, 24})
            for (const bool one_sided : {false, true}) {
                const Mesh mesh = Mesh::build(model.vertices, model.indices,
                                              {.one_sided = one_sided, .grid_cells = cells, .grid_margin = 0.3F});
                scenes::Random random(5);
                std::vector<Shot> shots(static_cast<std::size_t>(reference::queries(3000, 100000)));
                for (Shot& s : shots) {
                    const Vec3 at = random.in_box(scenes::grown(mesh.bounds(), 0.5F));
                    float radius = nearest(mesh, at)->distance;
                    for (std::uint64_t ulps = random.next() % 4; ulps != 0; --ulps)
                        radius = std::nextafter(radius, random.unit() < 0.5F ? 0.0F : 9.0F);
                    s = {at, random.direction() * random.between_scales(0.01F, 2.0F), radius};
                }
                CHECK(check_each(mesh, shots) > shots.size() / 20);
            }
}
