// Goal: every creature is a closed, smooth, outward-facing mesh, valid for the GPU and the collision code.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "client/models/collision_spheres.hpp"
#include "client/models/catalog.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

/// Vertices merged by position, so that the seams between zones close.
std::vector<std::uint32_t> welded(const Model& model) {
    std::map<std::array<float, 3>, std::uint32_t> places;
    std::vector<std::uint32_t> place_of;
    for (const Vec3& at : model.positions) {
        place_of.push_back(
            places.insert({{at.x, at.y, at.z}, static_cast<std::uint32_t>(places.size())}).first->second);
    }
    return place_of;
}

}  // namespace

TEST_CASE("every shape is closed: each side of a triangle has exactly one neighbour, in the opposite direction") {
    for (const Shape& shape : builtin_looks()->shapes) {
        CAPTURE(shape.name);
        const Model model = sculpted(shape);
        const auto place = welded(model);
        std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
        std::size_t twice = 0, open = 0;
        for (std::size_t i = 0; i < model.indices.size(); ++i) {
            const std::size_t next = i % 3 == 2 ? i - 2 : i + 1;
            if (!sides.insert({place[model.indices[i]], place[model.indices[next]]}).second) ++twice;
        }
        for (const auto& [a, b] : sides) open += sides.contains({b, a}) ? 0 : 1;
        CHECK(twice == 0);
        CHECK(open == 0);
    }
}

TEST_CASE("normals are unit vectors that agree with the triangles around them, and seams share theirs") {
    for (const Shape& shape : builtin_looks()->shapes) {
        CAPTURE(shape.name);
        const Model model = sculpted(shape);
        std::size_t not_unit = 0, against = 0, thin = 0;
        for (const Vec3& n : model.normals) not_unit += std::abs(math::length(n) - 1) < 1e-5F ? 0 : 1;
        for (std::size_t t = 0; t < model.triangle_count(); ++t) {
            const auto [a, b, c] = model.triangle(t);
            const Vec3 face = math::cross(b - a, c - a);
            thin += math::length(face) > 1e-8F ? 0 : 1;
            for (std::size_t k = 0; k < 3; ++k) {
                against += math::dot(face, model.normals[model.indices[3 * t + k]]) > 0 ? 0 : 1;
            }
        }
        CHECK(not_unit == 0);
        CHECK(thin == 0);
        CHECK(against * 100 <= model.indices.size());  // the tip of a claw may have a side or two behind its normal
        CHECK(volume(model) > 0);
        std::map<std::array<float, 3>, Vec3> at;
        std::size_t torn = 0;
        for (std::size_t v = 0; v < model.positions.size(); ++v) {
            const Vec3& p = model.positions[v];
            torn += at.insert({{p.x, p.y, p.z}, model.normals[v]}).first->second == model.normals[v] ? 0 : 1;
        }
        CHECK(torn == 0);
    }
}

TEST_CASE("no shape has more triangles than its size justifies") {
    for (const Shape& shape : builtin_looks()->shapes) {
        CAPTURE(shape.name);
        const Model model = sculpted(shape);
        CHECK(model.triangle_count() <= shape.triangles_max());
        CHECK(model.positions.size() < 65536);
        CHECK(model.positions.size() == model.normals.size());
        CHECK(model.positions.size() == model.paints.size());
        for (const std::uint32_t index : model.indices) REQUIRE(index < model.positions.size());
    }
}

TEST_CASE("a fitted mesh fills its radius and never leaves it") {
    for (const Shape& shape : builtin_looks()->shapes) {
        CAPTURE(shape.name);
        for (const float radius : {0.25F, 1.0F, 3.7F}) {
            const Model model = fitted(sculpted(shape), radius);
            float farthest = 0;
            for (const Vec3& at : model.positions) farthest = std::max(farthest, math::length(at));
            CHECK(farthest <= radius);
            CHECK(farthest > 0.99F * radius);
            CHECK(model.scale > 0);
        }
    }
}

TEST_CASE("no shape intersects itself: its volume, counted on a grid, is that of its surface") {
    for (const Shape& shape : builtin_looks()->shapes) {
        CAPTURE(shape.name);
        const Model model = fitted(sculpted(shape), 1);
        const float step = 0.021F;
        const double filled =
            static_cast<double>(samples_inside(model, step).size()) * std::pow(static_cast<double>(step), 3);
        CHECK(volume(model) > 0.97 * filled);
        if (shape.name != "warden_core") CHECK(volume(model) < 1.03 * filled);  // its heart and ribs overlap
    }
}

TEST_CASE("visible parts can be hit: hardly any of an outline is far from the plane in which shots fly") {
    for (const Shape& shape : builtin_looks()->shapes) {
        CAPTURE(shape.name);
        const Model model = fitted(sculpted(shape), 1);
        std::map<std::pair<float, float>, float> nearest;  // to z = 0, along each line of sight
        for (const Vec3& at : samples_inside(model, 0.021F)) {
            float& z = nearest.insert({{at.x, at.y}, std::abs(at.z)}).first->second;
            z = std::min(z, std::abs(at.z));
        }
        const auto reached =
            std::count_if(nearest.begin(), nearest.end(), [](const auto& n) { return n.second < 0.15F; });
        CHECK(static_cast<double>(reached) > 0.9 * static_cast<double>(nearest.size()));
    }
}
