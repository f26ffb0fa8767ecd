// Goal: the known hard cases of sweeps: zero length, long and thin, very different sizes, grazes, touching
// starts.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

#include "client/collide/query.hpp"
#include "client/collide/sweep.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;

namespace {

const std::vector<Vec3> kSquare = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
constexpr Vec3 kStill = {};

bool near(const Vec3& a, const Vec3& b, float within = 1e-5F) {
    return length(a - b) <= within;
}

}  // namespace

TEST_CASE("a sweep of zero length tests whether the shapes touch now") {
    CHECK(sweep(Sphere{{0, 0, 2}, 1}, kStill, Vec3{0, 0, 1}));
    CHECK_FALSE(sweep(Sphere{{0, 0, 2}, 1}, kStill, Vec3{0, 0, 0.99F}));
    CHECK(sweep(Sphere{{0, 0, 2}, 1}, kStill, Sphere{{0, 0, 0}, 1}));
    CHECK_FALSE(sweep(Sphere{{0, 0, 2}, 1}, kStill, Sphere{{0, 0, 0}, 0.99F}));
    CHECK(sweep(Sphere{{0, 0, 1}, 1}, kStill, Segment{{-5, 0, 0}, {5, 0, 0}}));
    CHECK_FALSE(sweep(Sphere{{0, 0, 1.01F}, 1}, kStill, Segment{{-5, 0, 0}, {5, 0, 0}}));
    CHECK(sweep(Sphere{{0, 0, -1}, 1}, kStill, Plane{{0, 0, 1}, 0}));
    CHECK_FALSE(sweep(Sphere{{0, 0, -1.01F}, 1}, kStill, Plane{{0, 0, 1}, 0}));
    CHECK(sweep(Sphere{{0.5F, 0.5F, 1}, 1}, kStill, Polygon{kSquare}));
    CHECK_FALSE(sweep(Sphere{{0.5F, 0.5F, 1.01F}, 1}, kStill, Polygon{kSquare}));
    const Capsule upright = {{0, 0, 1}, {0, 0, 3}, 0.5F};
    CHECK(sweep(upright, kStill, Vec3{0, 0, 0.5F}));
    CHECK(sweep(upright, kStill, Sphere{{0, 1, 2}, 0.5F}));
    CHECK_FALSE(sweep(upright, kStill, Sphere{{0, 1, 2}, 0.49F}));
    CHECK(sweep(upright, kStill, Segment{{-5, 0.5F, 2}, {5, 0.5F, 2}}));
    CHECK(sweep(upright, kStill, Capsule{{-5, 1, 2}, {5, 1, 2}, 0.5F}));
    CHECK_FALSE(sweep(upright, kStill, Capsule{{-5, 1.01F, 2}, {5, 1.01F, 2}, 0.5F}));
    CHECK_FALSE(sweep(upright, kStill, Polygon{kSquare}));
    CHECK(sweep(Capsule{{0, 0, -1}, {0, 0, 3}, 0.5F}, kStill, Polygon{kSquare}));
    const Polyhedron box = Polyhedron::box({1, 1, 1});
    CHECK(sweep(box, {}, kStill, Vec3{1, 0, 0}));
    CHECK_FALSE(sweep(box, {}, kStill, Vec3{1.01F, 0, 0}));
    CHECK(sweep(box, {}, kStill, Segment{{1, -5, 0}, {1, 5, 0}}));
    CHECK(sweep(box, {{}, {0, 0, 1}}, kStill, Polygon{kSquare}));
    CHECK_FALSE(sweep(box, {{}, {0, 0, 1.01F}}, kStill, Polygon{kSquare}));
    CHECK(sweep(box, {}, kStill, box, {{}, {2, 0, 0}}));
    CHECK_FALSE(sweep(box, {}, kStill, box, {{}, {2.01F, 0, 0}}));
}

TEST_CASE("a touching start is a hit at 0 without depth, even when moving away") {
    for (const float way : {1.0F, -1.0F}) {
        const Vec3 move = {0, 0, way};
        const std::optional<Hit> hits[] = {
            sweep(Sphere{{0, 0, 1}, 1}, move, Vec3{}),
            sweep(Sphere{{0, 0, 2}, 1}, move, Sphere{{}, 1}),
            sweep(Sphere{{0, 0, 1}, 1}, move, Segment{{-1, 0, 0}, {1, 0, 0}}),
            sweep(Sphere{{0, 0, 1}, 1}, move, Plane{}),
            sweep(Sphere{{0, 0, 1}, 1}, move, Polygon{kSquare}),
            sweep(Capsule{{-1, 0, 1}, {1, 0, 1}, 1}, move, Polygon{kSquare}),
            sweep(Capsule{{-1, 0, 2}, {1, 0, 2}, 1}, move, Capsule{{0, -1, 0}, {0, 1, 0}, 1}),
            sweep(Polyhedron::box({1, 1, 1}), {{}, {0, 0, 1}}, move, Polygon{kSquare}),
            sweep(Polyhedron::box({1, 1, 1}), {{}, {0, 0, 2}}, move, Polyhedron::box({1, 1, 1}), {}),
        };
        for (const std::optional<Hit>& hit : hits) {
            REQUIRE(hit);
            CHECK(hit->t == 0);
            CHECK(hit->depth == 0);
            CHECK(near(hit->normal, {0, 0, 1}));
        }
    }
}

TEST_CASE("a graze is a touch") {
    const Vec3 move = {10, 0, 0};
    CHECK(sweep(Sphere{{-5, 1, 0}, 1}, move, Vec3{})->t == doctest::Approx(0.5F));
    CHECK(sweep(Sphere{{-5, 2, 0}, 1}, move, Sphere{{}, 1})->t == doctest::Approx(0.5F));
    CHECK(sweep(Sphere{{-5, 1, 0}, 1}, move, Segment{{0, 0, -1}, {0, 0, 1}})->t == doctest::Approx(0.5F));
    CHECK(sweep(Sphere{{-5, 0, 1}, 1}, move, Polygon{kSquare})->t == doctest::Approx(0.4F));
    CHECK(sweep(Capsule{{-5, 2, -1}, {-5, 2, 1}, 1}, move, Capsule{{0, 0, -1}, {0, 0, 1}, 1})->t ==
          doctest::Approx(0.5F));
    CHECK(sweep(Polyhedron::box({1, 1, 1}), {{}, {-5, 2, 0}}, move, Polyhedron::box({1, 1, 1}), {})->t ==
          doctest::Approx(0.3F));
    CHECK_FALSE(sweep(Sphere{{-5, 1.0001F, 0}, 1}, move, Vec3{}));
    CHECK_FALSE(sweep(Polyhedron::box({1, 1, 1}), {{}, {-5, 2.0001F, 0}}, move, Polyhedron::box({1, 1, 1}), {}));
}

TEST_CASE("very different sizes: a grain against a moon, from far away") {
    const std::optional<Hit> grain = sweep(Sphere{{0, 0, 2000}, 1e-3F}, {0, 0, -2000}, Sphere{{}, 1000});
    REQUIRE(grain);
    CHECK(grain->t == doctest::Approx((1000.0 - 1e-3) / 2000.0).epsilon(1e-6));
    const std::optional<Hit> moon = sweep(Sphere{{0, 0, 2000}, 1000}, {0, 0, -2000}, Vec3{0.001F, 0, 0});
    REQUIRE(moon);
    CHECK(moon->t == doctest::Approx(0.5).epsilon(1e-6));
    // A bullet a millimetre wide crosses ten kilometres to a post just as thin.
    const std::optional<Hit> thin =
        sweep(Sphere{{-5000, 0.0009F, 0}, 0.0005F}, {10000, 0, 0}, Capsule{{0, 0, -1}, {0, 0, 1}, 0.0005F});
    REQUIRE(thin);
    CHECK(thin->t == doctest::Approx(0.5).epsilon(1e-6));
    CHECK_FALSE(sweep(Sphere{{-5000, 0.0011F, 0}, 0.0005F}, {10000, 0, 0}, Capsule{{0, 0, -1}, {0, 0, 1}, 0.0005F}));
    const std::vector<Vec3> field = {{-5000, -5000, 0}, {5000, -5000, 0}, {5000, 5000, 0}, {-5000, 5000, 0}};
    const std::optional<Hit> landing = sweep(Sphere{{4999.5F, 0, 1}, 0.001F}, {0, 0, -2}, Polygon{field});
    REQUIRE(landing);
    CHECK(landing->t == doctest::Approx(0.4995).epsilon(1e-6));
}

TEST_CASE("long thin shapes: needles that cross at a tiny angle") {
    // Two needles a kilometre long, a thousandth of a radian apart, one falling on the other. They cross in the middle.
    const Capsule below = {{-500, 0, 0}, {500, 0, 0}, 0.001F};
    const Capsule above = {{-500, -0.5F, 1}, {500, 0.5F, 1}, 0.001F};
    const std::optional<Hit> hit = sweep(above, {0, 0, -2}, below);
    REQUIRE(hit);
    CHECK(hit->t == doctest::Approx((1.0 - 0.002) / 2.0).epsilon(1e-6));
    CHECK(near(hit->normal, {0, 0, 1}, 1e-4F));
    CHECK(std::abs(hit->point.x) < 5);  // at this angle a millimetre sideways is a metre along
    // Just past its end: a near miss and a near hit.
    CHECK_FALSE(sweep(Capsule{{500.1F, -5, 1}, {500.1F, 5, 1}, 0.049F}, {0, 0, -2}, Segment{below.a, below.b}));
    CHECK(sweep(Capsule{{500.1F, -5, 1}, {500.1F, 5, 1}, 0.1011F}, {0, 0, -2}, Segment{below.a, below.b}));

    // A sliver of a triangle is still hit along its whole length.
    const std::vector<Vec3> sliver = {{0, 0, 0}, {100, 0, 0}, {50, 1e-5F, 0}};
    for (float x = 0.5F; x < 100; x += 7.25F)
        CHECK(sweep(Sphere{{x, 0, 1}, 0.01F}, {0, 0, -1}, Polygon{sliver})->t == doctest::Approx(0.99).epsilon(1e-6));
    // Two planks that cross.
    const std::optional<Hit> planks = sweep(Polyhedron::box({100, 0.01F, 0.01F}), {{}, {0, 0, 1}}, {0, 0, -2},
                                            Polyhedron::box({0.01F, 100, 0.01F}), {});
    REQUIRE(planks);
    CHECK(planks->t == doctest::Approx(0.49).epsilon(1e-6));
    CHECK(near(planks->point, {0, 0, 0.01F}));
    CHECK(near(planks->normal, {0, 0, 1}));
}

TEST_CASE("capsules in line, and end to end") {
    const Capsule a = {{0, 0, 0}, {2, 0, 0}, 0.5F};
    const std::optional<Hit> hit = sweep(a, {10, 0, 0}, Capsule{{8, 0, 0}, {9, 0, 0}, 0.5F});
    REQUIRE(hit);
    CHECK(hit->t == doctest::Approx(0.5));
    CHECK(near(hit->normal, {-1, 0, 0}));
    CHECK(near(hit->point, {7.5F, 0, 0}));
    const std::optional<Hit> deep = sweep(a, {0, 0, 1}, a);  // one inside the other: any direction out across the axis
    REQUIRE(deep);
    CHECK(deep->t == 0);
    CHECK(deep->depth == doctest::Approx(1));
    CHECK(near(deep->normal, {0, 0, -1}));
}

TEST_CASE("a box lands flat, on an edge and on a corner, each with the right point and face") {
    const Polyhedron box = Polyhedron::box({1, 1, 1}), floor = Polyhedron::box({10, 10, 1});
    const Vec3 fall = {0, 0, -10};
    const std::optional<Hit> flat = sweep(box, {{}, {2, 3, 5}}, fall, floor, {});
    REQUIRE(flat);
    CHECK(flat->t == doctest::Approx(0.3));
    CHECK(near(flat->point, {2, 3, 1}));
    CHECK(floor.normals()[flat->face].z == 1);
    const Transform tilted = transform(math::turn({0, 1, 0}, 0.7853982F), {2, 3, 5});
    const std::optional<Hit> edge = sweep(box, tilted, fall, floor, {});
    REQUIRE(edge);
    CHECK(edge->t == doctest::Approx((4 - std::sqrt(2.0)) / 10));
    CHECK(near(edge->point, {2, 3, 1}));
    const std::optional<Hit> corner =
        sweep(box, transform(math::turn({0.70710678F, -0.70710678F, 0}, 0.9553166F), {2, 3, 5}), fall, floor, {});
    REQUIRE(corner);
    CHECK(corner->t == doctest::Approx((4 - std::sqrt(3.0)) / 10).epsilon(1e-4));
    CHECK(near(corner->point, {2, 3, 1}, 1e-3F));
    CHECK(near(corner->normal, {0, 0, 1}));
}

TEST_CASE("the face of a hit is the second shape's, or none") {
    const Polyhedron box = Polyhedron::box({1, 1, 1}), floor = Polyhedron::box({10, 10, 1});
    const auto top = [](const Polyhedron& p, const std::optional<Hit>& hit) {
        REQUIRE(hit);
        CHECK(near(hit->normal, {0, 0, 1}));
        return hit->face != kNoFace && p.normals()[hit->face].z == 1;
    };
    // Flat on it, in any orientation: both shapes have a face there, whose normals differ by rounding.
    for (int i = 0; i < 50; ++i) {
        const auto turned = math::turn({0, 0, 1}, static_cast<float>(i) * 0.37F);
        CHECK(top(floor, sweep(box, transform(turned, {2, 3, 5}), {1, 2, -10}, floor, {})));
        CHECK(top(floor, sweep(box, transform(turned, {2, 3, 1.5F}), {0, 0, -1}, floor, {})));  // overlapping
        CHECK(top(box, sweep(floor, transform(turned, {0, 0, 5}), {0, 0, -10}, box, {})));
    }
    // A corner on a face: which shape's face it is depends on which of the two moves.
    const Transform on_corner = transform(math::turn({0.70710678F, -0.70710678F, 0}, 0.9553166F), {});
    const Transform above = {on_corner.turn, {2, 3, 5}};
    CHECK(top(floor, sweep(box, above, {0, 0, -10}, floor, {})));
    const std::optional<Hit> below = sweep(floor, {{}, {0, 0, 5}}, {0, 0, -10}, box, on_corner);
    REQUIRE(below);
    CHECK(near(below->normal, {0, 0, 1}));
    CHECK(below->face == kNoFace);
    // Edge across edge.
    const Transform on_edge = transform(math::turn({0, 1, 0}, 0.7853982F), {0, 0, 5});
    const std::optional<Hit> edges =
        sweep(box, on_edge, {0, 0, -10}, box, transform(math::turn({1, 0, 0}, 0.7853982F), {}));
    REQUIRE(edges);
    CHECK(near(edges->normal, {0, 0, 1}));
    CHECK(edges->face == kNoFace);
}

TEST_CASE("a plate with very narrow sides, and one with a degenerate face") {
    const Polyhedron plate = Polyhedron::box({1, 1, 1e-9F});
    const std::optional<Hit> within = sweep(plate, {}, {0, 0, 1}, Vec3{0.5F, 0.25F, 0});
    REQUIRE(within);
    CHECK(within->t == 0);
    CHECK(near(abs(within->normal), {0, 0, 1}));
    CHECK(within->depth == doctest::Approx(1e-9).epsilon(0.01));
    CHECK_FALSE(sweep(plate, {}, kStill, Vec3{1.0001F, 0, 0}));
    CHECK_FALSE(sweep(plate, {}, kStill, Vec3{0, -1.0001F, 0}));
    const std::optional<Hit> side = sweep(plate, {}, {4, 0, 0}, Vec3{3, 0.5F, 0});
    REQUIRE(side);
    CHECK(side->t == doctest::Approx(0.5));
    CHECK(near(side->normal, {-1, 0, 0}));
    const Polyhedron box = Polyhedron::box({1, 1, 1});
    const std::optional<Hit> met = sweep(box, {{}, {-4, 0, 0.5F}}, {4, 0, 0}, plate, {});
    REQUIRE(met);
    CHECK(met->t == doctest::Approx(0.5));
    CHECK(plate.normals()[met->face].x == -1);

    const std::vector<Vec3> corners = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
    const Polyhedron::Loop faces[] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}, {0, 1, 1}, {3, 3, 3}};
    const Polyhedron odd(corners, faces);
    const std::optional<Hit> in = sweep(odd, {}, kStill, Vec3{0.5F, 0.5F, 0.25F});
    REQUIRE(in);
    CHECK(near(in->normal, {0, 0, 1}));  // out by the bottom
    CHECK(in->depth == doctest::Approx(0.25));
    CHECK_FALSE(sweep(odd, {}, kStill, Vec3{1, 1, 0.1F}));
}

TEST_CASE("a sphere skims, grazes and starts deep in a mesh") {
    const std::array<Vec3, 4> corners = {{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}};
    const std::array<std::uint32_t, 6> indices = {0, 1, 2, 0, 2, 3};
    const Mesh floor = Mesh::build(corners, indices);
    CHECK(first_hit(floor, Sphere{{-5, 0, 1}, 1}, {10, 0, 0})->t == doctest::Approx(0.4F));
    CHECK_FALSE(first_hit(floor, Sphere{{-5, 0, 1.001F}, 1}, {10, 0, 0}));
    const std::optional<Hit> still = first_hit(floor, Sphere{{0.2F, 0.1F, 0.4F}, 0.5F}, {});
    REQUIRE(still);
    CHECK(still->t == 0);
    CHECK(still->depth == doctest::Approx(0.1));
    CHECK(near(still->normal, {0, 0, 1}));
    const std::optional<Hit> centred = first_hit(floor, Sphere{{0.2F, 0.1F, 0}, 0.5F}, {0, 0, 1});
    REQUIRE(centred);
    CHECK(centred->depth == doctest::Approx(0.5));
    CHECK(near(centred->normal, {0, 0, -1}));
    CHECK(first_hit(floor, Sphere{{0, 0, 1000}, 0.001F}, {0, 0, -2000})->t == doctest::Approx(0.4999995).epsilon(1e-6));
}
