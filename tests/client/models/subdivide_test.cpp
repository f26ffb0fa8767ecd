// Goal: subdivision follows Catmull and Clark's masks to their known limits, and never tears or twists a cage.
#include "client/models/subdivide.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "client/models/sculpt.hpp"

using namespace albireo::models;

namespace {

Cage cube() {
    Cage cage;
    for (int i = 0; i < 8; ++i) {
        cage.add_point({(i & 1) != 0 ? 1.0F : -1.0F, (i & 2) != 0 ? 1.0F : -1.0F, (i & 4) != 0 ? 1.0F : -1.0F});
    }
    cage.faces = {{{0, 4, 6, 2}}, {{1, 3, 7, 5}}, {{0, 1, 5, 4}}, {{2, 6, 7, 3}}, {{0, 2, 3, 1}}, {{4, 5, 7, 6}}};
    return cage;
}

Cage refined(Cage cage, int levels) {
    while (levels-- > 0) cage = subdivided(cage);
    return cage;
}

int euler(const Cage& cage) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const Face& face : cage.faces) {
        for (std::size_t i = 0; i < face.corners.size(); ++i) {
            edges.insert(std::minmax({face.corners[i], face.corners[(i + 1) % face.corners.size()]}));
        }
    }
    return static_cast<int>(cage.points.size() + cage.faces.size()) - static_cast<int>(edges.size());
}

bool watertight(const Cage& cage) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
    for (const Face& face : cage.faces) {
        for (std::size_t i = 0; i < face.corners.size(); ++i) {
            if (!sides.insert({face.corners[i], face.corners[(i + 1) % face.corners.size()]}).second) return false;
        }
    }
    return std::all_of(sides.begin(), sides.end(), [&](auto side) {
        return sides.contains({side.second, side.first});
    });
}

void check_near(const Vec3& a, const Vec3& b, float slack = 1e-5F) {
    CHECK(a.x == doctest::Approx(b.x).epsilon(slack));
    CHECK(a.y == doctest::Approx(b.y).epsilon(slack));
    CHECK(a.z == doctest::Approx(b.z).epsilon(slack));
}

}  // namespace

TEST_CASE("a cube's first subdivision has the published points") {
    const Cage fine = subdivided(cube());
    CHECK(fine.points.size() == 26);
    CHECK(fine.faces.size() == 24);
    check_near(fine.points[7].spot.at, {5.0F / 9, 5.0F / 9, 5.0F / 9});  // a corner: (1/3 + 2 · 2/3) / 3
    check_near(fine.points[8 + 1].spot.at, {1, 0, 0});                   // the middle of the +x face
    const bool edge_found = std::any_of(fine.points.begin() + 14, fine.points.end(), [](const Point& p) {
        return albireo::math::length(p.spot.at - Vec3{0.75F, 0.75F, 0}) < 1e-6F;
    });
    CHECK(edge_found);
}

TEST_CASE("a cube's corners go to one half, the middles of its faces to 68/81") {
    // By the limit mask (n²v + 4Σe + Σf) / (n(n + 5)), by hand: 12/24, and (16 + 12 + 20/9) / 36.
    check_near(at_limit(cube()).points[7].spot.at, {0.5F, 0.5F, 0.5F});
    check_near(at_limit(subdivided(cube())).points[8 + 1].spot.at, {68.0F / 81, 0, 0});
    SUBCASE("and plain subdivision converges to it without the mask") {
        const Cage fine = refined(cube(), 6);
        check_near(fine.points[7].spot.at, {0.5F, 0.5F, 0.5F}, 1e-3F);
        check_near(fine.points[8 + 1].spot.at, {68.0F / 81, 0, 0}, 1e-3F);
    }
}

TEST_CASE("the limit of a point does not depend on the level at which it is taken") {
    Cage cage = cube();
    grow(cage, {1, 0, 0}, {.tip = Tip::claw}, {{{1.6F, 0.2F, 0}, 0.5F, 0.3F}, {{2.5F, 0.6F, 0.1F}}});
    for (const auto& [a, b] : {std::pair{0U, 2U}, {2U, 6U}, {6U, 4U}, {4U, 0U}}) cage.creases.push_back({a, b, kSharp});
    const Cage once = subdivided(cage);
    const Cage early = at_limit(once), late = at_limit(refined(once, 3));
    for (std::size_t p = 0; p < once.points.size(); ++p)
        check_near(late.points[p].spot.at, early.points[p].spot.at, 1e-4F);
}

TEST_CASE("a claw's tip and a corner of three creases stay in place") {
    Cage cage = cube();
    cage.points[7].sharpness = kSharp;
    for (const std::uint32_t far : {1U, 2U, 4U}) cage.creases.push_back({0, far, kSharp});
    const Cage limit = at_limit(refined(cage, 3));
    check_near(limit.points[7].spot.at, {1, 1, 1});
    check_near(limit.points[0].spot.at, {-1, -1, -1});
}

TEST_CASE("a boundary is the cubic B-spline of its own points, whatever lies inside") {
    Cage sheet;
    for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < 4; ++x) {
            const float bump = y == 0 ? static_cast<float>(x * x) : static_cast<float>(7 * y);
            sheet.add_point({static_cast<float>(x), static_cast<float>(y), bump});
        }
    }
    for (std::uint32_t y = 0; y < 2; ++y) {
        for (std::uint32_t x = 0; x < 3; ++x)
            sheet.faces.push_back({{4 * y + x, 4 * y + x + 1, 4 * y + x + 5, 4 * y + x + 4}});
    }
    const float spline = (0.0F + 4 * 1.0F + 4.0F) / 6;  // (a + 4v + b) / 6 of x² at 0, 1, 2
    check_near(at_limit(sheet).points[1].spot.at, {1, 0, spline});
    check_near(at_limit(refined(sheet, 2)).points[1].spot.at, {1, 0, spline}, 1e-4F);
}

TEST_CASE("sharpness one is a crease for one subdivision and then smooths out") {
    Cage hard = cube(), worn = cube();
    for (const auto& [a, b] : {std::pair{4U, 5U}, {5U, 7U}, {7U, 6U}, {6U, 4U}}) {
        hard.creases.push_back({a, b, kSharp});
        worn.creases.push_back({a, b, 1});
    }
    const Cage hard_once = subdivided(hard), worn_once = subdivided(worn);
    for (std::size_t p = 0; p < hard_once.points.size(); ++p) {
        check_near(worn_once.points[p].spot.at, hard_once.points[p].spot.at);
    }
    CHECK(hard_once.creases.size() == 8);
    CHECK(worn_once.creases.empty());
    CHECK(at_limit(hard_once).points[7].spot.at.z == doctest::Approx(1));  // the rim stays in its plane
    CHECK(at_limit(worn_once).points[7].spot.at.z < 0.95F);
    Cage half = cube();
    for (const auto& crease : worn.creases) half.creases.push_back({crease.a, crease.b, 0.5F});
    const float z_smooth = subdivided(cube()).points[7].spot.at.z, z_half = subdivided(half).points[7].spot.at.z;
    CHECK(z_half == doctest::Approx((z_smooth + hard_once.points[7].spot.at.z) / 2));
}

TEST_CASE("subdivision keeps the Euler characteristic and closes every edge") {
    const auto hoop =
        trunk({.sides = 5, .hoop = true},
              {{{1, 0, 0}, 0.2F, 0.2F}, {{0, 1, 0}, 0.2F, 0.3F}, {{-1, 0, 0}, 0.2F, 0.2F}, {{0, -1, 0}, 0.1F, 0.2F}});
    Cage limbed = trunk({.sides = 7}, {{{-1, 0, 0}, 0.3F, 0.3F}, {{0, 0, 0}, 0.5F, 0.5F}, {{1, 0, 0}, 0.3F, 0.3F}});
    grow(limbed, {0.5F, 0.4F, 0}, {.tip = Tip::claw, .both = true}, {{{0.5F, 1, 0}, 0.2F, 0.2F}, {{0.8F, 1.5F, 0}}});
    grow(limbed, {1, 0, 0}, {.tip = Tip::round}, {{{1.3F, 0, 0}, 0.1F, 0.1F}});
    for (const auto& [cage, characteristic] : {std::pair{cube(), 2}, {hoop, 0}, {limbed, 2}}) {
        Cage fine = cage;
        for (int level = 0; level < 3; ++level) {
            CHECK(euler(fine) == characteristic);
            CHECK(watertight(fine));
            fine = subdivided(fine);
        }
    }
}

TEST_CASE("a mirrored cage still faces outward") {
    const Cage twin = mirrored(cube(), {.y = true});
    CHECK(watertight(twin));
    const Face& face = twin.faces[1];  // +x, before and after
    const Vec3 normal =
        albireo::math::cross(twin.points[face.corners[1]].spot.at - twin.points[face.corners[0]].spot.at,
                             twin.points[face.corners[2]].spot.at - twin.points[face.corners[0]].spot.at);
    CHECK(normal.x > 0);
}
