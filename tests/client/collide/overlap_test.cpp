// Goal: an overlap is never wrong when the gap is above 1e-5, on any machine, with any grid and pose.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "client/collide/query.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;
using math::widen;

namespace {

constexpr double kGap = 1e-5;  // an answer may be wrong if the gap or the overlap is smaller
constexpr int kFull = 100000;

struct Scene {
    scenes::Model model;
    int usual;
};

std::vector<Scene> all_scenes() {
    std::vector<Scene> out;
    out.push_back({scenes::rock(10), 4000});
    out.push_back({scenes::shards(2000, 11), 4000});
    if (reference::queries(0, 1) != 0) {
        out.push_back({scenes::rock(32), 0});
        out.push_back({scenes::rock(100), 0});
    }
    return out;
}

}  // namespace

TEST_CASE("spheres, with and without the grid, against the reference") {
    for (const Scene& scene : all_scenes()) {
        const reference::Surface surface(scene.model);
        const Mesh plain = Mesh::build(scene.model.vertices, scene.model.indices);
        const Mesh gridded = Mesh::build(scene.model.vertices, scene.model.indices, {.grid_cells = 64});
        REQUIRE(gridded.has_grid());
        scenes::Random random(1);
        const Box box = scenes::grown(plain.bounds(), 0.2F);
        int wrong = 0, touched = 0;
        const int n = reference::queries(scene.usual, kFull);
        for (int i = 0; i < n; ++i) {
            const Sphere s = {random.in_box(box), random.between_scales(0.003F, 0.5F)};
            const double d = reference::distance(surface, widen(s.center), s.radius + 2 * kGap);
            const bool with_grid = touches(gridded, s), without = touches(plain, s);
            touched += without;
            if (std::abs(d - s.radius) > kGap) wrong += (with_grid != (d < s.radius)) + (without != (d < s.radius));
        }
        CHECK(wrong == 0);
        CHECK(touched > n / 40);
        CHECK(touched < n - n / 40);
    }
}

TEST_CASE("capsules, with and without the grid, against the reference") {
    for (const Scene& scene : all_scenes()) {
        const reference::Surface surface(scene.model);
        const Mesh plain = Mesh::build(scene.model.vertices, scene.model.indices);
        const Mesh gridded = Mesh::build(scene.model.vertices, scene.model.indices, {.grid_cells = 64});
        scenes::Random random(2);
        const Box box = scenes::grown(plain.bounds(), 0.2F);
        int wrong = 0, touched = 0;
        const int n = reference::queries(scene.usual, kFull);
        for (int i = 0; i < n; ++i) {
            const Vec3 a = random.in_box(box);
            const float length = i % 16 == 0 ? 0.0F : random.between_scales(0.001F, 2.0F);
            const Capsule c = {a, a + random.direction() * length,
                               i % 8 == 1 ? 0.0F : random.between_scales(0.001F, 0.2F)};
            const double d = reference::distance(surface, widen(c.a), widen(c.b), c.radius + 2 * kGap);
            const bool with_grid = touches(gridded, c), without = touches(plain, c);
            touched += without;
            // A capsule without thickness touches only by crossing: its distance is 0 or not.
            if (c.radius == 0 ? d == 0 || d > kGap : std::abs(d - c.radius) > kGap)
                wrong += (with_grid != (d <= c.radius)) + (without != (d <= c.radius));
        }
        CHECK(wrong == 0);
        CHECK(touched > n / 40);
        CHECK(touched < n - n / 40);
    }
}

TEST_CASE("boxes against the reference") {
    for (const Scene& scene : all_scenes()) {
        const reference::Surface surface(scene.model);
        const Mesh mesh = Mesh::build(scene.model.vertices, scene.model.indices);
        scenes::Random random(3);
        const Box region = scenes::grown(mesh.bounds(), 0.2F);
        int wrong = 0, touched = 0;
        const int n = reference::queries(scene.usual, kFull);
        for (int i = 0; i < n; ++i) {
            const Vec3 c = random.in_box(region);
            const float x = random.between_scales(0.003F, 0.5F), y = random.between_scales(0.003F, 0.5F),
                        z = random.between_scales(0.003F, 0.5F);
            const Box box = {c - Vec3{x, y, z}, c + Vec3{x, y, z}};
            bool inner = false, outer = false;
            surface.near([&](const Vec3d& p) { return reference::point_box(p, box); }, 2 * kGap,
                         [&](const Triangle& t) {
                             inner = inner || reference::box_triangle(box, t, -kGap);
                             outer = outer || inner || reference::box_triangle(box, t, kGap);
                         });
            const bool touch = touches(mesh, box);
            touched += touch;
            if (inner || !outer) wrong += touch != inner;
        }
        CHECK(wrong == 0);
        CHECK(touched > n / 40);
    }
}

TEST_CASE("a ship is the union of its spheres") {
    const scenes::Model model = scenes::rock(10);
    const reference::Surface surface(model);
    const SphereSet ship = scenes::ship(0.3F);
    CHECK(ship.spheres().size() == 29);
    const Mesh meshes[] = {Mesh::build(model.vertices, model.indices),
                           Mesh::build(model.vertices, model.indices, {.grid_cells = 64})};
    scenes::Random random(4);
    int touched = 0, wrong = 0;
    const int n = reference::queries(2000, kFull);
    for (int i = 0; i < n; ++i) {
        const Transform pose = random.pose(3), ship_pose = pose * random.pose(1.3F);
        double closest = 1;  // over all spheres, by the reference
        for (const Sphere& s : ship.spheres()) {
            const Vec3d c = widen(pose.point_inside(ship_pose.point(s.center)));
            closest = std::min(closest, reference::distance(surface, c, s.radius + 0.01) - s.radius);
        }
        if (std::abs(closest) <= kGap) continue;
        for (const Mesh& mesh : meshes) {
            const bool touch = touches(mesh, pose, ship, ship_pose);
            wrong += touch != (closest < 0);
            touched += touch;
        }
    }
    CHECK(wrong == 0);
    CHECK(touched > n / 10);
    CHECK_FALSE(touches(meshes[0], {}, SphereSet{}, {}));
}

TEST_CASE("a ship touches a sphere or a capsule if one of its spheres does") {
    const SphereSet ship = scenes::ship(1);
    scenes::Random random(17);
    int touched = 0, wrong = 0;
    const int n = reference::queries(5000, kFull);
    for (int i = 0; i < n; ++i) {
        const Transform pose = random.pose(3);
        const Box around = {{-0.7F, -0.7F, -0.3F}, {0.7F, 0.7F, 0.3F}};
        const Vec3 a = pose.point(random.in_box(around)), b = i % 8 == 0 ? a : pose.point(random.in_box(around));
        const float r = i % 16 == 1 ? 0.0F : random.between_scales(0.003F, 0.1F);
        const auto check = [&](bool touch, const Vec3& to) {
            double closest = 1e9;
            for (const Sphere& s : ship.spheres()) {
                const Vec3d c = widen(pose.point(s.center));
                const double apart = reference::segment_segment(c, c, widen(a), widen(to)) - s.radius - r;
                closest = std::min(closest, apart);
            }
            touched += touch;
            if (std::abs(closest) > kGap) wrong += touch != (closest < 0);
        };
        check(touches(ship, pose, Sphere{a, r}), a);
        check(touches(ship, pose, Capsule{a, b, r}), b);
    }
    CHECK(wrong == 0);
    CHECK(touched > n / 10);
    CHECK(touched < n * 19 / 10);
    const SphereSet one(std::vector<Sphere>{{{1, 0, 0}, 0.5F}});
    CHECK(touches(one, {{}, {1, 0, 0}}, Sphere{{3, 0, 0}, 0.5F}));  // exactly touching
    CHECK_FALSE(touches(SphereSet{}, {}, Sphere{{}, 1}));
}

TEST_CASE("the query of all touched triangles gives exactly those, each once, and no more than fit") {
    const scenes::Model model = scenes::shards(100, 5);
    const Mesh mesh = Mesh::build(model.vertices, model.indices);
    scenes::Random random(6);
    std::vector<std::uint32_t> faces(200);
    for (int i = 0; i < reference::queries(1500, kFull); ++i) {
        const Sphere s = {random.in_box(mesh.bounds()), random.between(0.01F, 0.5F)};
        const Capsule c = {s.center, random.in_box(mesh.bounds()), s.radius * 0.3F};
        const auto check = [&](const auto& shape, const auto& distance, double radius) {
            const std::size_t count = touching(mesh, shape, faces);
            std::vector<std::uint32_t> found(faces.begin(), faces.begin() + static_cast<std::ptrdiff_t>(count));
            std::sort(found.begin(), found.end());
            CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
            for (std::uint32_t k = 0; k < model.size(); ++k) {
                const double d = distance(model.triangle(k));
                if (std::abs(d - radius) > kGap)
                    CHECK(std::binary_search(found.begin(), found.end(), k) == (d < radius));
            }
            CHECK((count != 0) == touches(mesh, shape));
            const std::size_t some = touching(mesh, shape, std::span(faces).first(3));
            CHECK(some == std::min<std::size_t>(count, 3));
            CHECK(touching(mesh, shape, {}) == 0);
        };
        check(
            s, [&](const Triangle& t) { return reference::point_triangle(widen(s.center), t); }, s.radius);
        // Boxes and segments have no radius to compare with: they are tested slightly grown and slightly shrunk.
        const Segment line = {c.a, c.b};
        const Box box = {s.center - Vec3{0.1F, 0.2F, 0.3F} * s.radius, s.center + Vec3{0.3F, 0.2F, 0.1F} * s.radius};
        check(
            box,
            [&](const Triangle& t) {
                const bool inner = reference::box_triangle(box, t, -kGap),
                           outer = reference::box_triangle(box, t, kGap);
                return inner ? -1.0 : outer ? 0.0 : 1.0;
            },
            0);
        check(
            line,
            [&](const Triangle& t) {
                const auto crossing = reference::crossing(line, t);
                if (!crossing) return 1.0;
                const double inside = std::min({crossing->inside, crossing->t, 1 - crossing->t});
                return std::abs(inside) < kGap ? 0.0 : -inside;
            },
            0);
        check(
            c, [&](const Triangle& t) { return reference::segment_triangle(widen(c.a), widen(c.b), t); }, c.radius);
    }
}

TEST_CASE("the nearest point of the surface") {
    const scenes::Model model = scenes::rock(10);
    const reference::Surface surface(model);
    const Mesh mesh = Mesh::build(model.vertices, model.indices);
    scenes::Random random(8);
    for (int i = 0; i < reference::queries(500, kFull); ++i) {
        const Vec3 p = random.in_box(scenes::grown(mesh.bounds(), 0.5F));
        const double d = reference::distance(surface, widen(p), 10);
        const std::optional<Nearest> found = nearest(mesh, p);
        REQUIRE(found);
        CHECK(std::abs(found->distance - d) < 1e-6);
        CHECK(std::abs(length(found->point - p) - d) < 1e-6);
        CHECK(reference::point_triangle(widen(found->point), mesh.triangle(found->face)) < 1e-6);
        CHECK_FALSE(nearest(mesh, p, static_cast<float>(d) * 0.99F - 1e-6F));
        CHECK(nearest(mesh, p, static_cast<float>(d) * 1.01F + 1e-6F));
    }
}

TEST_CASE("a mesh of the smallest and of the largest permitted size") {
    const scenes::Model model = scenes::rock(10);  // edges of about a tenth
    const reference::Surface surface(model);
    for (const float scale : {1.5e-4F, 1e6F}) {
        const Mesh plain = Mesh::build(model.vertices, model.indices, {.scale = scale}),
                   gridded = Mesh::build(model.vertices, model.indices, {.scale = scale, .grid_cells = 32});
        scenes::Random random(18);
        int wrong = 0, touched = 0;
        const int n = reference::queries(2000, kFull);
        for (int i = 0; i < n; ++i) {
            const Vec3 p = random.in_box(scenes::grown(model.bounds(), 0.2F)), q = random.in_box(model.bounds());
            const float r = random.between_scales(0.003F, 0.5F);
            const double d = reference::distance(surface, widen(p), r + 1);
            const double line = reference::distance(surface, widen(p), widen(q), r + 1);
            for (const Mesh* mesh : {&plain, &gridded}) {
                const Sphere s = {p * scale, r * scale};
                const bool touch = touches(*mesh, s), sweeps = first_hit(*mesh, s, (q - p) * scale).has_value();
                touched += touch;
                if (std::abs(d - r) > kGap) wrong += touch != (d < r);
                if (std::abs(line - r) > kGap)
                    wrong += touches(*mesh, Capsule{s.center, q * scale, s.radius}) != (line < r);
                if (std::abs(line - r) > kGap) wrong += sweeps != (line < r);
                if (d < r + 1) wrong += std::abs(nearest(*mesh, s.center)->distance / scale - d) > 1e-5;
            }
        }
        CHECK(wrong == 0);
        CHECK(touched > n / 40);
    }
}

TEST_CASE("a query of many spheres equals one of each") {
    const scenes::Model model = scenes::rock(10);
    const reference::Surface surface(model);
    const Mesh mesh = Mesh::build(model.vertices, model.indices, {.grid_cells = 32});
    scenes::Random random(9);
    const Transform pose = random.pose(5);
    std::vector<Sphere> spheres(1001);
    for (Sphere& s : spheres) s = {pose.point(random.in_box(mesh.bounds())), random.between(0.01F, 0.1F)};
    std::vector<std::uint8_t> out(spheres.size());
    touches_each(mesh, pose, spheres, out);
    int touched = 0;
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        touched += out[i];
        const double d = reference::distance(surface, widen(pose.point_inside(spheres[i].center)), 1);
        if (std::abs(d - spheres[i].radius) > kGap) CHECK((out[i] != 0) == (d < spheres[i].radius));
    }
    CHECK(touched > 50);
}

TEST_CASE("turning and moving everything together changes no answer") {
    const scenes::Model model = scenes::rock(10);
    const Mesh mesh = Mesh::build(model.vertices, model.indices, {.grid_cells = 64});
    scenes::Random random(10);
    int wrong = 0;
    for (int i = 0; i < reference::queries(2000, kFull); ++i) {
        const Transform pose = random.pose(3);
        const Sphere s = {random.in_box(scenes::grown(mesh.bounds(), 0.1F)), random.between(0.01F, 0.3F)};
        const std::optional<Nearest> there = nearest(mesh, s.center);
        if (std::abs(there->distance - s.radius) < kGap) continue;
        wrong += touches(mesh, pose, Sphere{pose.point(s.center), s.radius}) != touches(mesh, s);
    }
    CHECK(wrong == 0);
}

TEST_CASE("mesh against mesh, and the spheres that approximate a mesh") {
    const scenes::Model model = scenes::rock(4), other_model = scenes::rock(2, 9);
    const Mesh mesh = Mesh::build(model.vertices, model.indices);
    const Mesh other = Mesh::build(other_model.vertices, other_model.indices, {.scale = 0.3F});
    const reference::Surface surface(model);
    // Two surfaces meet exactly when an edge of one crosses a triangle of the other.
    scenes::Random random(12);
    int met = 0, apart = 0, wrong = 0;
    const int n = reference::queries(1000, kFull);
    for (int i = 0; i < n; ++i) {
        const Transform pose = random.pose(3), other_pose = pose * random.pose(1.2F);
        const bool meets = touches(mesh, pose, other, other_pose);
        wrong += meets != touches(other, other_pose, mesh, pose);
        bool crosses = false;
        for (std::uint32_t f = 0; f < other.triangle_count() && !crosses; ++f) {
            const Triangle t = other.triangle(f);
            const auto inside = [&](const Vec3& p) { return pose.point_inside(other_pose.point(p)); };
            const Triangle moved = {inside(t.a), inside(t.b), inside(t.c)};
            const reference::Ball ball = reference::ball_around(moved);
            surface.near(
                [&](const Vec3d& p) { return length(p - ball.center) - ball.radius; }, 0,
                [&](const Triangle& s) { crosses = crosses || reference::triangle_triangle(moved, {}, s) == 0; });
        }
        wrong += meets != crosses;
        (meets ? met : apart) += 1;
    }
    CHECK(wrong == 0);
    CHECK(met > n / 20);
    CHECK(apart > n / 20);
}

TEST_CASE("a triangle without area touches another mesh where its edges do, and nowhere else") {
    const std::vector<Vec3> line = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {9, 9, 9}, {9, 8, 9}, {9, 9, 8}};
    const std::vector<std::uint32_t> both = {0, 1, 2, 3, 4, 5};
    const Mesh larger = Mesh::build(line, both);  // the first is degenerate to a line, the second is far away
    scenes::Random random(15);
    const auto meets = [&](const std::vector<Vec3>& corners) {
        const Mesh other = Mesh::build(corners, std::vector<std::uint32_t>{0, 1, 2});
        const bool met = touches(larger, {}, other, {});
        CHECK(met == touches(other, {}, larger, {}));
        for (int i = 0; i < 20; ++i) {  // turned, rounding gives it a meaningless area and normal
            const Transform pose = random.pose(3);
            CHECK(met == touches(larger, pose, other, pose));
            CHECK(met == touches(larger, pose, other, pose * math::Transform{{}, {1e-4F, -1e-4F, 0}}));
        }
        return met;
    };
    CHECK(meets({{1, 0, 1}, {0, 1, 1.25F}, {2, 1.75F, 0.5F}}));              // across the line
    CHECK_FALSE(meets({{1.5F, 0.25F, 0}, {2, 0.5F, 0.25F}, {2, 0, 1}}));     // within its box only
    CHECK_FALSE(meets({{2.5F, 2, 2}, {2, 2.5F, 2.25F}, {2.25F, 2.5F, 2}}));  // beyond its end
    // In the plane of the line, where both are free of rounding: across it, and beside it.
    const auto flat = [&](const std::vector<Vec3>& corners) {
        return touches(larger, {}, Mesh::build(corners, std::vector<std::uint32_t>{0, 1, 2}), {});
    };
    CHECK(flat({{1, 1, 0}, {1, 1, 2}, {2, 2, 1}}));
    CHECK_FALSE(flat({{1, 1, 0}, {2, 2, 0}, {2, 2, 1}}));
    CHECK_FALSE(flat({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}));  // two of them
}

TEST_CASE("a sphere set that covers a mesh gives the mesh's answers, within its looseness") {
    const scenes::Model model = scenes::rock(10), hull = scenes::rock(8, 3);
    const Mesh mesh = Mesh::build(model.vertices, model.indices, {.grid_cells = 64});
    const Mesh ship_mesh = Mesh::build(hull.vertices, hull.indices, {.scale = 0.2F});
    std::vector<Sphere> spheres;
    for (const Vec3& v : ship_mesh.vertices()) spheres.push_back({v, 0.04F});
    const SphereSet ship(spheres);
    scenes::Random random(13);
    int agree = 0, missed = 0, n = reference::queries(1000, kFull);
    for (int i = 0; i < n; ++i) {
        const Transform ship_pose = random.pose(1.5F);
        const bool exact = touches(mesh, {}, ship_mesh, ship_pose), spheric = touches(mesh, {}, ship, ship_pose);
        agree += exact == spheric;
        missed += exact && !spheric;  // the spheres cover the ship's surface, so they may not miss what it meets
    }
    CHECK(missed == 0);
    CHECK(agree > n * 9 / 10);
}
