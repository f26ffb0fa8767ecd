// Goal: walls are solid, their distance is signed and exact, and overlapping or wrongly wound polygons do not matter.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "client/collide/wall.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;

namespace {

using Outline = std::vector<Vec2>;

Outline star(Vec2 at, float size, int corners, scenes::Random& random, bool clockwise) {
    Outline out;
    for (int i = 0; i < corners; ++i) {
        const float angle = (clockwise ? -1.0F : 1.0F) * 2 * std::numbers::pi_v<float> * static_cast<float>(i) /
                            static_cast<float>(corners);
        const float r = size * random.between(0.3F, 1.0F);
        out.push_back(at + Vec2{std::cos(angle), std::sin(angle)} * r);
    }
    return out;
}

/// Applies the even-odd rule to each polygon by itself, in double precision.
double reference_distance(const std::vector<Outline>& polygons, Vec2 p, bool& inside_any) {
    double best = 1e9;
    inside_any = false;
    for (const Outline& o : polygons) {
        bool inside = false;
        for (std::size_t i = 0, j = o.size() - 1; i < o.size(); j = i++) {
            const Vec2d a = math::widen(o[j]), b = math::widen(o[i]), q = math::widen(p), e = b - a;
            const double s = std::clamp(dot(q - a, e) / dot(e, e), 0.0, 1.0);
            best = std::min(best, length(q - a - e * s));
            if ((a.y > q.y) != (b.y > q.y) && q.x < a.x + (b.x - a.x) * (q.y - a.y) / (b.y - a.y)) inside = !inside;
        }
        inside_any = inside_any || inside;
    }
    return best;
}

}  // namespace

TEST_CASE("walls against the reference") {
    scenes::Random random(1);
    std::vector<Outline> polygons;
    for (int i = 0; i < 20; ++i)
        polygons.push_back(star({random.between(-16, 16), random.between(-9, 9)}, random.between(0.5F, 4.0F), 3 + i * 2,
                                random, i % 2 == 0));
    const Walls walls(polygons);
    int wrong = 0, in = 0;
    const int n = reference::queries(20000, 200000);
    for (int i = 0; i < n; ++i) {
        const Vec2 p = {random.between(-20, 20), random.between(-12, 12)};
        bool inside = false;
        const double d = reference_distance(polygons, p, inside);
        in += inside;
        const float signed_distance = walls.signed_distance(p);
        if (d > 1e-5) {
            wrong += walls.inside(p) != inside;
            wrong += std::abs(signed_distance - (inside ? -d : d)) > 1e-5;
        }
        const float r = random.between_scales(0.01F, 2.0F);
        if (std::abs(d - r) > 1e-5 && d > 1e-5) wrong += walls.touches(Circle{p, r}) != (inside || d < r);
        const auto nearest = walls.nearest(p);
        REQUIRE(nearest);
        wrong += std::abs(nearest->distance - signed_distance) > 1e-5;
        wrong += length(p - nearest->normal * nearest->distance - nearest->point) > 1e-4;
        wrong += nearest->polygon >= polygons.size();
        CHECK(std::abs(length(nearest->normal) - 1) < 1e-5);
        const float most = random.between(0.1F, 1.0F);
        const double short_sighted = std::min(d, static_cast<double>(most));
        if (d > 1e-5)
            wrong += std::abs(walls.signed_distance(p, most) - (inside ? -short_sighted : short_sighted)) > 1e-5;
    }
    CHECK(wrong == 0);
    CHECK(in > n / 20);
}

TEST_CASE("the normal points out of the wall, also exactly on its edge") {
    const std::vector<Outline> square = {{{0, 0}, {2, 0}, {2, 2}, {0, 2}}};
    const Walls walls(square);
    CHECK(walls.nearest({3, 1})->normal == Vec2{1, 0});
    CHECK(walls.nearest({1.75F, 1})->normal == Vec2{1, 0});
    CHECK(walls.nearest({1.75F, 1})->distance == -0.25F);
    CHECK(walls.nearest({2, 1})->normal == Vec2{1, 0});
    CHECK(walls.nearest({1, 0})->normal == Vec2{0, -1});
    CHECK_FALSE(walls.nearest({5, 1}, 2.5F));
    CHECK(walls.touches(Circle{{3, 1}, 1}));      // exactly touching
    CHECK(walls.touches(Circle{{1, 1}, 0.01F}));  // deep inside
    CHECK_FALSE(walls.touches(Circle{{3.01F, 1}, 1}));
}

TEST_CASE("without walls nothing touches, and nothing is near") {
    const Walls walls;
    CHECK(walls.empty());
    CHECK_FALSE(walls.touches(Circle{{}, 100}));
    CHECK_FALSE(walls.inside({}));
    CHECK_FALSE(walls.nearest({}));
    CHECK(walls.signed_distance({}, 7) == 7);
}

TEST_CASE("a ship against walls is its spheres projected along z") {
    scenes::Random random(2);
    std::vector<Outline> polygons;
    for (int i = 0; i < 5; ++i)
        polygons.push_back(star({random.between(-5, 5), random.between(-5, 5)}, 2, 9, random, false));
    const Walls walls(polygons);
    const SphereSet ship = scenes::ship(1);
    int touched = 0, wrong = 0;
    for (int i = 0; i < 2000; ++i) {
        const Transform pose = random.pose(7);
        bool expected = false;
        for (const Sphere& s : ship.spheres()) {
            const Vec3 c = pose.point(s.center);
            expected = expected || walls.touches(Circle{{c.x, c.y}, s.radius});
        }
        touched += expected;
        wrong += walls.touches(ship, pose) != expected;
    }
    CHECK(wrong == 0);
    CHECK(touched > 100);
    CHECK(touched < 1900);
}
