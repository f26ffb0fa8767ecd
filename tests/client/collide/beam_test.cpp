// Goal: the capsules of a beam are as close to it as their error says, in both directions, with no more of them than needed.

#include <doctest/doctest.h>

#include <cmath>

#include "client/collide/beam.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;

TEST_CASE("capsules and beam are within the tolerance of each other") {
    scenes::Random random(1);
    for (int i = 0; i < 300; ++i) {
        const Box box = {{-10, -10, -10}, {10, 10, 10}};
        const Vec3 a = random.in_box(box), b = random.in_box(box), c = random.in_box(box);
        const Beam beam = {a, b, c, random.between(0.01F, 1.0F)};
        const float tolerance = random.between_scales(0.01F, 1.0F);
        const BeamCapsules cut_up = cut(beam, tolerance);
        REQUIRE(cut_up.count >= 1);
        CHECK(cut_up.error <= tolerance);
        CHECK(cut_up.all().front().a == beam.a);
        CHECK(cut_up.all().back().b == beam.c);
        float worst = 0;
        for (int k = 0; k <= 400; ++k) {
            const Vec3 p = point_on(beam, static_cast<float>(k) / 400);
            double nearest = 1e9;
            for (const Capsule& s : cut_up.all()) {
                CHECK(s.radius == beam.radius);
                nearest = std::min(nearest, reference::segment_segment(math::widen(p), math::widen(p), math::widen(s.a),
                                                                       math::widen(s.b)));
            }
            worst = std::max(worst, static_cast<float>(nearest));
        }
        CHECK(worst <= cut_up.error + 1e-5F);
        // The other way: both ends of a chord are on the curve, so its middle is the farthest point from it.
        for (int k = 0; k < cut_up.count; ++k) {
            const Capsule& s = cut_up.all()[static_cast<std::size_t>(k)];
            const float t = (static_cast<float>(k) + 0.5F) / static_cast<float>(cut_up.count);
            CHECK(length(lerp(s.a, s.b, 0.5F) - point_on(beam, t)) <= cut_up.error + 1e-5F);
        }
        if (cut_up.count > 1) {
            const auto n = static_cast<float>(cut_up.count);
            CHECK(cut_up.error * n * n / ((n - 1) * (n - 1)) > tolerance * 0.999F);  // one fewer would not suffice
        }
    }
}

TEST_CASE("a straight beam is one capsule. A beam with too much curvature is refused") {
    CHECK(cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, 0.1F}, 0.01F).count == 1);
    CHECK(cut({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, 0.1F}, 0.01F).count == 1);
    const BeamCapsules wild = cut({{0, 0, 0}, {1000, 0, 0}, {0, 1000, 0}, 0.1F}, 1e-3F);
    CHECK(wild.count == kBeamCapsulesMost);
    CHECK(wild.error > 1e-3F);
}
