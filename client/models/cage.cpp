#include "client/models/cage.hpp"

#include <algorithm>
#include <utility>

namespace albireo::models {

void Grip::add(std::uint8_t bone, float weight) {
    if (bone == 0 || weight == 0) return;
    std::size_t i = 0;
    while (i < weights.size() && weights[i] > 0 && bones[i] != bone) ++i;
    if (i == weights.size()) {
        i = weights.size() - 1;
        if (weights[i] >= weight) return;
        weights[i] = 0;
    }
    bones[i] = bone;
    weights[i] += weight;
    for (; i > 0 && weights[i] > weights[i - 1]; --i) {
        std::swap(weights[i], weights[i - 1]);
        std::swap(bones[i], bones[i - 1]);
    }
}

Grip operator+(Grip a, const Grip& b) {
    for (std::size_t i = 0; i < b.weights.size() && b.weights[i] > 0; ++i) a.add(b.bones[i], b.weights[i]);
    return a;
}

Grip operator*(Grip a, float s) {
    for (float& weight : a.weights) weight *= s;
    return a;
}

std::uint32_t Cage::add_point(const Vec3& at, float reach, float sharpness, const Grip& grip) {
    points.push_back({{at, reach, grip}, sharpness});
    return static_cast<std::uint32_t>(points.size() - 1);
}

Vec3 Cage::middle(const Face& face) const {
    Vec3 sum;
    for (const std::uint32_t corner : face.corners) sum += points[corner].spot.at;
    return sum / static_cast<float>(face.corners.size());
}

std::size_t Cage::face_near(const Vec3& at) const {
    const auto distance = [&](const Face& face) { return math::length_squared(middle(face) - at); };
    const auto nearest = std::min_element(faces.begin(), faces.end(),
                                          [&](const Face& a, const Face& b) { return distance(a) < distance(b); });
    return static_cast<std::size_t>(nearest - faces.begin());
}

void Cage::join(const Cage& other) {
    const auto shift = static_cast<std::uint32_t>(points.size());
    points.insert(points.end(), other.points.begin(), other.points.end());
    for (Face face : other.faces) {
        for (std::uint32_t& corner : face.corners) corner += shift;
        faces.push_back(std::move(face));
    }
    for (const Crease& crease : other.creases) {
        creases.push_back({crease.a + shift, crease.b + shift, crease.sharpness});
    }
}

Cage mirrored(Cage cage, Mirror mirror) {
    for (Point& point : cage.points) {
        if (mirror.x) point.spot.at.x = -point.spot.at.x;
        if (mirror.y) point.spot.at.y = -point.spot.at.y;
        if (mirror.z) point.spot.at.z = -point.spot.at.z;
    }
    if (mirror.is_odd()) {
        for (Face& face : cage.faces) std::reverse(face.corners.begin(), face.corners.end());
    }
    return cage;
}

}  // namespace albireo::models
