#include "client/models/model.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "client/models/subdivide.hpp"

namespace albireo::models {
namespace {

constexpr std::uint32_t kNoVertex = 0xffffffff;

// Keeps the farthest vertex inside its bound although the core's fixed-point arithmetic is slightly coarser than floats.
constexpr float kInside = 0.999F;

float farthest(const std::vector<Vec3>& positions) {
    float most = 0;
    for (const Vec3& at : positions) most = std::max(most, math::length_squared(at));
    return std::sqrt(most);
}

/// At each point the mean of its faces' normals, by area: the cross product of a quad's diagonals is twice its area.
std::vector<Vec3> smooth_normals(const Cage& quads) {
    std::vector<Vec3> normals(quads.points.size());
    for (const Face& face : quads.faces) {
        const auto at = [&](std::size_t i) -> const Vec3& { return quads.points[face.corners[i]].spot.at; };
        const Vec3 normal = math::cross(at(2) - at(0), at(3) - at(1));
        for (const std::uint32_t corner : face.corners) normals[corner] += normal;
    }
    for (Vec3& normal : normals) normal = math::normalized_or(normal, Vec3{0, 0, 1});
    return normals;
}

Hold hold_of(const Grip& grip) {
    float root = 1;
    for (const float weight : grip.weights) root -= weight;
    Hold hold;
    const float first = grip.weights[0], second = grip.weights[1];
    float most = first, other = second;
    hold.bone = grip.bones[0];
    hold.other = grip.bones[1];
    if (root > first) {
        most = root, other = first;
        hold.bone = 0, hold.other = grip.bones[0];
    } else if (root > second) {
        other = root;
        hold.other = 0;
    }
    hold.share = other > 0 ? other / (most + other) : 0;
    return hold;
}

}  // namespace

Model finished(std::string name, const Cage& cage, int levels) {
    assert(levels >= 1);
    Cage quads = cage;
    for (int level = 0; level < levels; ++level) quads = subdivided(quads);
    quads = at_limit(quads);
    const std::vector<Vec3> normals = smooth_normals(quads);

    Model model;
    model.name = std::move(name);
    std::vector<std::array<std::uint32_t, kZoneCount>> vertex_of(quads.points.size());
    for (auto& zones : vertex_of) zones.fill(kNoVertex);
    const auto vertex = [&](std::uint32_t point, Zone zone) {
        std::uint32_t& v = vertex_of[point][static_cast<std::size_t>(zone)];
        if (v == kNoVertex) {
            v = static_cast<std::uint32_t>(model.positions.size());
            model.positions.push_back(quads.points[point].spot.at);
            model.normals.push_back(normals[point]);
            model.paints.push_back({quads.points[point].spot.reach, zone, hold_of(quads.points[point].spot.grip)});
        }
        return v;
    };
    for (const Face& face : quads.faces) {
        std::array<std::uint32_t, 4> v{};
        for (std::size_t i = 0; i < 4; ++i) v[i] = vertex(face.corners[i], face.zone);
        const auto across = [&](std::size_t i) {
            return math::length_squared(model.positions[v[i]] - model.positions[v[i + 2]]);
        };
        if (across(0) <= across(1)) {  // cut along the shorter diagonal
            model.indices.insert(model.indices.end(), {v[0], v[1], v[2], v[0], v[2], v[3]});
        } else {
            model.indices.insert(model.indices.end(), {v[0], v[1], v[3], v[1], v[2], v[3]});
        }
    }
    model.radius = farthest(model.positions);
    return model;
}

Model fitted(const Model& model, float radius) {
    Model fit = model;
    const float scale = kInside * radius / farthest(model.positions);
    for (Vec3& at : fit.positions) at *= scale;
    fit.skeleton = scaled(std::move(fit.skeleton), scale);
    fit.radius = radius;
    fit.scale = model.scale * scale;
    return fit;
}

double volume(const Model& model) {
    double sum = 0;
    for (std::size_t t = 0; t < model.triangle_count(); ++t) {
        const auto [a, b, c] = model.triangle(t);
        sum += math::dot(math::widen(a), math::cross(math::widen(b), math::widen(c)));
    }
    return sum / 6;
}

}  // namespace albireo::models
