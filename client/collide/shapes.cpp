#include "client/collide/shapes.hpp"

#include <algorithm>
#include <cmath>

namespace albireo::collide {

Box bounds(const Transform& pose, const Box& box) {
    const Vec3 middle = pose.point((box.min + box.max) * 0.5F), half = (box.max - box.min) * 0.5F;
    const Vec3 reach =
        math::abs(pose.turn.x) * half.x + math::abs(pose.turn.y) * half.y + math::abs(pose.turn.z) * half.z;
    return {middle - reach, middle + reach};
}

SphereSet::SphereSet(std::span<const Sphere> spheres) : spheres_(spheres.begin(), spheres.end()) {
    if (spheres_.empty()) return;
    Vec3 low = spheres_[0].center, high = low;
    for (const Sphere& s : spheres_) {
        const Vec3 r = {s.radius, s.radius, s.radius};
        low = math::min(low, s.center - r);
        high = math::max(high, s.center + r);
    }
    // The middle of the box is within a few per cent of the best centre for a ship; the radius is exact for it.
    bound_.center = (low + high) * 0.5F;
    for (const Sphere& s : spheres_)
        bound_.radius = std::max(bound_.radius, math::length(s.center - bound_.center) + s.radius);
    for (std::size_t first = 0; first < spheres_.size(); first += 8) {
        Eight& e = eights_.emplace_back();
        for (std::size_t i = 0; i < 8; ++i) {
            const Sphere& s = spheres_[std::min(first + i, spheres_.size() - 1)];
            e.x[i] = s.center.x, e.y[i] = s.center.y, e.z[i] = s.center.z, e.radius[i] = s.radius;
        }
    }
}

bool touches(const SphereSet& ship, const Transform& pose, const Sphere& sphere) {
    return touches(ship, pose, Capsule{sphere.center, sphere.center, sphere.radius});
}

bool touches(const SphereSet& ship, const Transform& pose, const Capsule& capsule) {
    const Vec3 a = pose.point_inside(capsule.a), along = pose.direction_inside(capsule.b - capsule.a);
    const float whole = math::length_squared(along);
    const auto meets = [&](const Sphere& s) {
        const Vec3 off = s.center - a;
        const float part = whole > 0 ? std::clamp(math::dot(off, along) / whole, 0.0F, 1.0F) : 0.0F;
        const float reach = s.radius + capsule.radius;
        return math::length_squared(off - along * part) <= reach * reach;
    };
    // The bound a little larger, so that its own rounding takes nothing away.
    return !ship.empty() && meets({ship.bound().center, ship.bound().radius * 1.00001F}) &&
           std::any_of(ship.spheres().begin(), ship.spheres().end(), meets);
}

}  // namespace albireo::collide
