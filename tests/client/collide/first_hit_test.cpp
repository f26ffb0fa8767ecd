// Goal: the first hit of a segment or a moving sphere really is the first, at the place given, and nothing slips through.

#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "client/collide/query.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;
using math::widen;

namespace {

/// Tested with ALBIREO_FULL=1, in every size.
std::vector<scenes::Model> all_models(int shards, std::uint64_t seed) {
    std::vector<scenes::Model> out = {scenes::rock(10), scenes::shards(shards, seed)};
    if (reference::queries(0, 1) != 0) out.insert(out.end(), {scenes::rock(32), scenes::rock(100)});
    return out;
}

}  // namespace

TEST_CASE("segments against the reference") {
    for (const scenes::Model& model : all_models(2000, 31)) {
        const Mesh mesh = Mesh::build(model.vertices, model.indices);
        const reference::Surface surface(model);
        scenes::Random random(1);
        int wrong = 0, hits = 0;
        const int n = reference::queries(4000, 100000);
        for (int i = 0; i < n; ++i) {
            const Box box = scenes::grown(mesh.bounds(), 0.3F);
            const Vec3 a = random.in_box(box);
            Segment s = {a, random.in_box(box)};
            if (i % 5 == 0) s.b[i % 3] = s.a[i % 3];  // along a plane of the axes
            double first = 2, surely = 2;             // over all crossings; over those well inside a triangle
            surface.near([&](const Vec3d& p) { return reference::point_segment(p, widen(s.a), widen(s.b)); }, 1e-5,
                         [&](const Triangle& t) {
                             const auto c = reference::crossing(s, t);
                             if (!c || c->t < 0 || c->t > 1) return;
                             if (c->inside > -1e-6) first = std::min(first, c->t);
                             if (c->inside > 1e-6) surely = std::min(surely, c->t);
                         });
            const std::optional<Hit> hit = first_hit(mesh, s);
            hits += hit.has_value();
            CHECK(hit.has_value() == touches(mesh, s));
            if (hit) {
                wrong += hit->t < first - 1e-5 || hit->t > surely + 1e-5;
                CHECK(reference::point_triangle(widen(hit->point), mesh.triangle(hit->face)) < 2e-5);
                CHECK(dot(hit->normal, s.b - s.a) <= 0);
            } else {
                wrong += surely <= 1;
            }
        }
        CHECK(wrong == 0);
        CHECK(hits > n / 40);
    }
}

TEST_CASE("no segment slips out of a closed mesh, not even through an edge or a corner") {
    const scenes::Model model = scenes::rock(16);
    const Mesh mesh = Mesh::build(model.vertices, model.indices);
    scenes::Random random(2);
    const auto out = [&](const Vec3& through) { return first_hit(mesh, Segment{{}, through * 2.0F}).has_value(); };
    for (const Vec3& v : model.vertices) CHECK(out(v));
    for (std::size_t i = 0; i < model.size(); ++i) {
        const Triangle t = model.triangle(i);
        for (int k = 0; k < 4; ++k) {
            const float s = random.unit();
            CHECK(out(lerp(t.a, t.b, s)));
            CHECK(out(lerp(t.b, t.c, s)));
            CHECK(out(lerp(t.c, t.a, s)));
        }
    }
}

TEST_CASE(
    "no moving sphere slips through an edge or a corner, unless it is as thin as the rounding error of its path") {
    constexpr float kThin =
        2.4e-7F;  // from query.hpp; at a quarter of this none slipped through, at an eighth some did
    const scenes::Model model = scenes::rock(16);
    const Mesh meshes[] = {Mesh::build(model.vertices, model.indices),
                           Mesh::build(model.vertices, model.indices, {.grid_cells = 32, .grid_margin = 0.1F})};
    scenes::Random random(16);
    int slipped = 0;
    for (const Mesh& mesh : meshes)
        for (std::size_t i = 0; i < model.size(); ++i) {
            const Triangle t = model.triangle(i);
            for (const Vec3& through : {t.a, lerp(t.a, t.b, random.unit()), lerp(t.b, t.c, random.unit())}) {
                // Starts inside, or near or far outside, and goes as far beyond.
                const Vec3 away = random.direction() * random.between_scales(0.1F, 300);
                const Vec3 from = random.unit() < 0.2F ? Vec3{} : through + away;
                const Vec3 move = (through - from) * 2.0F;
                slipped += !first_hit(mesh, Sphere{from, kThin * (length(move) + 2)}, move);
            }
        }
    CHECK(slipped == 0);
}

TEST_CASE("a one-sided mesh lets segments and spheres out but not in") {
    const scenes::Model model = scenes::rock(8);
    const Mesh mesh = Mesh::build(model.vertices, model.indices, {.one_sided = true});
    scenes::Random random(3);
    for (int i = 0; i < 500; ++i) {
        const Vec3 far = random.direction() * 3.0F;
        CHECK_FALSE(first_hit(mesh, Segment{{}, far}));
        CHECK(first_hit(mesh, Segment{far, {}}));
        CHECK_FALSE(first_hit(mesh, Sphere{{}, 0.05F}, far));
        CHECK(first_hit(mesh, Sphere{far, 0.05F}, -far));
    }
    CHECK(touches(mesh, Sphere{model.vertices[0] * 0.99F, 0.1F}));
}

TEST_CASE("moving spheres against the reference") {
    for (const scenes::Model& model : all_models(1000, 32)) {
        const Mesh mesh = Mesh::build(model.vertices, model.indices);
        const reference::Surface surface(model);
        scenes::Random random(4);
        int wrong = 0, hits = 0, at_start = 0;
        const int n = reference::queries(3000, 100000);
        for (int i = 0; i < n; ++i) {
            const Box box = scenes::grown(mesh.bounds(), 0.3F);
            const Vec3 a = random.in_box(box);
            const Sphere s = {a, random.between_scales(0.003F, 0.3F)};
            const Vec3 move = i % 20 == 0 ? Vec3{} : random.direction() * random.between_scales(0.01F, 3.0F);
            reference::Touch truth{2, 1};
            surface.near([&](const Vec3d& p) { return reference::point_segment(p, widen(a), widen(a) + widen(move)); },
                         s.radius + 1e-3,
                         [&](const Triangle& t) {
                             const reference::Touch one = reference::advance(
                                 [&](const Vec3d& moved) { return reference::point_triangle(widen(a) + moved, t); },
                                 widen(move), s.radius);
                             truth.t = std::min(truth.t, one.t);
                             truth.least = std::min(truth.least, one.least);
                         });
            const std::optional<Hit> hit = first_hit(mesh, s, move);
            hits += hit.has_value();
            if (!hit) {
                wrong += truth.t <= 1 && truth.least < -1e-5;
                continue;
            }
            // It must touch at the given time, and must not have overlapped by more than a graze for long before.
            const auto gap = [&](double t) {
                return reference::distance(surface, widen(a) + widen(move) * t, s.radius + 1) - s.radius;
            };
            const double late = hit->t - truth.t;
            wrong += hit->t > 0 && gap(hit->t) > 1e-5;
            wrong += late > 1e-3 && gap(truth.t + late / 2) < -1e-5;
            wrong += hit->t == 0 && gap(0) > 1e-6;
            const Vec3 center = a + move * hit->t;
            CHECK(reference::point_triangle(widen(hit->point), mesh.triangle(hit->face)) < 1e-5);
            CHECK(std::abs(length(hit->normal) - 1) < 1e-5);
            if (hit->t > 0) {
                CHECK(std::abs(length(center - hit->point) - s.radius) < 1e-4);
                CHECK(hit->depth == 0);
            } else {
                ++at_start;
                CHECK(std::abs(length(center - hit->point) + hit->depth - s.radius) < 1e-4);
            }
        }
        CHECK(wrong <= (n >= 50000 ? 2 : 0));
        CHECK(hits > n / 40);
        CHECK(at_start > n / 100);
    }
}

TEST_CASE("a triangle with two coincident corners is hit between them and the third") {
    const std::vector<Vec3> ends = {{0, 0, 0}, {2, 0, 0}};
    for (const std::vector<std::uint32_t>& corners :
         {std::vector<std::uint32_t>{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}}) {
        const Mesh mesh = Mesh::build(ends, corners);
        const std::optional<Nearest> near = nearest(mesh, {0.5F, 1, 0});
        REQUIRE(near);
        CHECK(near->distance == 1);
        CHECK(near->point == Vec3{0.5F, 0, 0});
        const std::optional<Hit> hit = first_hit(mesh, Sphere{{0.5F, 3, 0}, 1}, {0, -4, 0});
        REQUIRE(hit);
        CHECK(hit->t == 0.5F);
        CHECK(hit->point == Vec3{0.5F, 0, 0});
        CHECK(hit->normal == Vec3{0, 1, 0});
    }
}

TEST_CASE("a posed sweep equals the sweep transformed into the mesh's space") {
    const scenes::Model model = scenes::rock(10);
    const Mesh mesh = Mesh::build(model.vertices, model.indices);
    scenes::Random random(5);
    for (int i = 0; i < reference::queries(500, 100000); ++i) {
        const Transform pose = random.pose(3);
        const Vec3 a = random.direction() * 2.0F, move = -a + random.direction() * 0.3F;
        const std::optional<Hit> here = first_hit(mesh, Sphere{a, 0.1F}, move);
        const std::optional<Hit> there = first_hit(mesh, pose, Sphere{pose.point(a), 0.1F}, pose.direction(move));
        REQUIRE(here);
        REQUIRE(there);
        CHECK(std::abs(here->t - there->t) < 1e-4);
        CHECK(length(pose.point(here->point) - there->point) < 1e-3);
        CHECK(length(pose.direction(here->normal) - there->normal) < 1e-2);
    }
}
