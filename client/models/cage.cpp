#include "client/models/cage.hpp"

#include <algorithm>

namespace albireo::models {

std::uint32_t Cage::add_point(const Vec3& at, float reach, float sharpness) {
    points.push_back({{at, reach}, sharpness});
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
    }
    if (mirror.x != mirror.y) {
        for (Face& face : cage.faces) std::reverse(face.corners.begin(), face.corners.end());
    }
    return cage;
}

}  // namespace albireo::models
