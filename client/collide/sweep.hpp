/// Sweeps: the first shape moves by `move` in a straight line, without turning, while t goes from 0 to 1. The result is
/// when and where it first touches the second shape, which is at rest. (If both move, sweep by the difference.)
///
/// 1. t is the first contact. Shapes that touch at the start give t = 0, and `depth` ≥ 0 is the distance that the first
///    shape must move along the normal to be clear.
/// 2. The normal points away from the second shape; `point` is on the second shape's surface.
/// 3. A zero move tests whether they touch now. A grazing contact counts.
/// 4. Polygons are flat, convex and two-sided, with three corners or more. Planes are two-sided. Polyhedra are solid.
/// Computes in double internally: long thin shapes and long moves lose no precision of the given floats.
#pragma once

#include <optional>
#include <span>

#include "client/collide/polyhedron.hpp"
#include "client/collide/shapes.hpp"

namespace albireo::collide {

/// dot(normal, p) = offset; the normal has unit length.
struct Plane {
    Vec3 normal{0, 0, 1};
    float offset{};
};

struct Polygon {
    std::span<const Vec3> corners;
};

std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Vec3& point);
std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Sphere& other);
std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Segment& edge);
std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Capsule& other);
std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Plane& plane);
std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Polygon& polygon);

std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Vec3& point);
std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Sphere& sphere);
std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Segment& edge);
std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Capsule& other);
std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Polygon& polygon);

/// Hit::face is the polyhedron's face, or 0 for the polygon, if a face of the second shape was met from outside. If one
/// of its corners or edges was met, for example by a face of the moving shape, it is kNoFace.
std::optional<Hit> sweep(const Polyhedron& hull, const Transform& pose, const Vec3& move, const Vec3& point);
std::optional<Hit> sweep(const Polyhedron& hull, const Transform& pose, const Vec3& move, const Segment& edge);
std::optional<Hit> sweep(const Polyhedron& hull, const Transform& pose, const Vec3& move, const Polygon& face);
std::optional<Hit> sweep(const Polyhedron& hull, const Transform& pose, const Vec3& move, const Polyhedron& other,
                         const Transform& other_pose);

}  // namespace albireo::collide
