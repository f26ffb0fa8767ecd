// Goal: the ship's 29 spheres approximate the ship well enough for bullets: they cover nearly all of it, and stick out little.
#include "client/models/collision_spheres.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "client/models/catalog.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

Model ship() {
    Catalog catalog;
    return catalog.ship();
}

/// Exact distance to the face, an edge or a corner, whichever is nearest (Ericson, Real-Time Collision Detection, 5.1.5).
float distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto to_edge = [&](const Vec3& from, const Vec3& to) {
        const Vec3 along = to - from;
        const float t = std::clamp(math::dot(p - from, along) / math::length_squared(along), 0.0F, 1.0F);
        return math::length(p - (from + along * t));
    };
    const Vec3 normal = math::cross(b - a, c - a);
    const bool over = math::dot(math::cross(b - a, p - a), normal) >= 0 &&
                      math::dot(math::cross(c - b, p - b), normal) >= 0 &&
                      math::dot(math::cross(a - c, p - c), normal) >= 0;
    if (over) return std::abs(math::dot(p - a, normal)) / math::length(normal);
    return std::min({to_edge(a, b), to_edge(b, c), to_edge(c, a)});
}

/// By the solid angles of the triangles as seen from p: 1 inside, 0 outside (Van Oosterom and Strackee 1983).
bool inside(const Model& model, const Vec3& p) {
    double angle = 0;
    for (std::size_t t = 0; t < model.triangle_count(); ++t) {
        const auto corners = model.triangle(t);
        const math::Vec3d a = math::widen(corners[0] - p), b = math::widen(corners[1] - p),
                          c = math::widen(corners[2] - p);
        const double la = math::length(a), lb = math::length(b), lc = math::length(c);
        angle += 2 * std::atan2(math::dot(a, math::cross(b, c)),
                                la * lb * lc + math::dot(a, b) * lc + math::dot(b, c) * la + math::dot(c, a) * lb);
    }
    return angle > 2 * std::numbers::pi;
}

}  // namespace

TEST_CASE("samples fill the inside and nothing else") {
    const Model model = ship();
    const float step = 0.025F;
    const std::vector<Vec3> samples = samples_inside(model, step);
    const double filled = static_cast<double>(samples.size()) * std::pow(static_cast<double>(step), 3);
    CHECK(filled == doctest::Approx(volume(model)).epsilon(0.05));
    std::size_t outside = 0;
    for (std::size_t i = 0; i < samples.size(); i += 17) outside += inside(model, samples[i]) ? 0 : 1;
    CHECK(outside == 0);
}

TEST_CASE("29 spheres cover most of the ship, and none sticks out by more than 0.05") {
    const Model model = ship();
    const std::vector<CollisionSphere> spheres = ship_spheres(model);
    REQUIRE(spheres.size() == kShipSpheres);

    const std::vector<Vec3> samples = samples_inside(model, 0.0171F);  // not the grid to which the spheres were fitted
    const auto held = std::count_if(samples.begin(), samples.end(), [&](const Vec3& at) {
        return std::any_of(spheres.begin(), spheres.end(),
                           [&](const CollisionSphere& sphere) { return math::length(at - sphere.center) <= sphere.radius; });
    });
    const double share = static_cast<double>(held) / static_cast<double>(samples.size());
    MESSAGE("share of the ship covered: ", share);
    CHECK(share > 0.93);

    float most = 0;
    for (const CollisionSphere& sphere : spheres) {
        for (int i = 0; i < 200; ++i) {  // points spread over the sphere by the golden angle
            const float z = 1 - (2 * static_cast<float>(i) + 1) / 200, r = std::sqrt(1 - z * z);
            const float angle = static_cast<float>(i) * 2.399963F;
            const Vec3 p = sphere.center + Vec3{r * std::cos(angle), r * std::sin(angle), z} * sphere.radius;
            float out = std::numeric_limits<float>::max();
            for (std::size_t t = 0; t < model.triangle_count(); ++t) {
                const auto [a, b, c] = model.triangle(t);
                out = std::min(out, distance(p, a, b, c));
            }
            if (out > most && !inside(model, p)) most = out;
        }
    }
    MESSAGE("farthest a sphere sticks out: ", most);
    CHECK(most <= 0.05F);
}

TEST_CASE("fitting is repeatable") {
    const Model model = ship();
    const std::vector<CollisionSphere> once = ship_spheres(model);
    const std::vector<CollisionSphere> again = ship_spheres(model);
    REQUIRE(again.size() == once.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
        CHECK(again[i].center == once[i].center);
        CHECK(again[i].radius == once[i].radius);
    }
}

TEST_CASE("a single sphere is fitted by one sphere") {
    Cage cube;
    for (int i = 0; i < 8; ++i) {
        cube.add_point({(i & 1) != 0 ? 1.0F : -1.0F, (i & 2) != 0 ? 1.0F : -1.0F, (i & 4) != 0 ? 1.0F : -1.0F});
    }
    cube.faces = {{{0, 4, 6, 2}}, {{1, 3, 7, 5}}, {{0, 1, 5, 4}}, {{2, 6, 7, 3}}, {{0, 2, 3, 1}}, {{4, 5, 7, 6}}};
    const Model round = fitted(finished("round", cube, 3), 1);
    const std::vector<CollisionSphere> spheres = fitted_spheres(round, {.count = 5, .overhang = 0.1F, .step = 0.1F});
    REQUIRE(spheres.size() == 1);
    CHECK(math::length(spheres[0].center) < 0.1F);
    CHECK(spheres[0].radius == doctest::Approx(1.0).epsilon(0.08));
}
