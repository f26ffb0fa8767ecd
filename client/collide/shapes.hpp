/// The shapes of collision queries, and their results. Plain values.
/// 1. Radii and thicknesses are ≥ 0; every number is finite and, for the right answer, at most 1e14 (beyond, squares
///    are cut off so that nothing overflows). A capsule whose ends meet is a sphere.
/// 2. Lengths are in the caller's unit; t is a fraction of a move or a segment, from 0 to 1.
/// 3. Touching counts as overlapping: a gap of exactly zero is a hit.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "client/math/transform.hpp"
#include "client/math/vec.hpp"

namespace albireo::collide {

using math::Transform;
using math::Vec2;
using math::Vec2d;
using math::Vec3;
using math::Vec3d;

struct Sphere {
    Vec3 center;
    float radius{};
};

struct Circle {
    Vec2 center;
    float radius{};
};

struct Segment {
    Vec3 a, b;
};

/// Every point within `radius` of the segment from a to b.
struct Capsule {
    Vec3 a, b;
    float radius{};
};

/// A sphere that moves by `move` while t goes from 0 to 1.
struct Shot {
    Vec3 at, move;
    float radius{};
};

/// An axis-aligned box.
struct Box {
    Vec3 min, max;
};

struct Triangle {
    Vec3 a, b, c;
};

constexpr bool overlaps(const Box& a, const Box& b) {
    // Not &&: the result is hard to predict, and six comparisons cost less than one misprediction.
    return (static_cast<int>(a.min.x <= b.max.x) & static_cast<int>(b.min.x <= a.max.x) &
            static_cast<int>(a.min.y <= b.max.y) & static_cast<int>(b.min.y <= a.max.y) &
            static_cast<int>(a.min.z <= b.max.z) & static_cast<int>(b.min.z <= a.max.z)) != 0;
}

constexpr Box merged(const Box& a, const Box& b) {
    return {math::min(a.min, b.min), math::max(a.max, b.max)};
}

/// The smallest axis-aligned box around a box that was rotated and moved.
Box bounds(const Transform& pose, const Box& box);

/// The space that a sphere covers while it moves by `move`.
inline Box swept_bounds(const Sphere& sphere, const Vec3& move) {
    const Vec3 end = sphere.center + move, r = {sphere.radius, sphere.radius, sphere.radius};
    return {math::min(sphere.center, end) - r, math::max(sphere.center, end) + r};
}

inline constexpr std::uint32_t kNoFace = 0xffffffff;

/// Where a segment or a sweep first meets something.
struct Hit {
    float t{};                    ///< 0 at the start, 1 at the end
    Vec3 point;                   ///< on the second shape
    Vec3 normal;                  ///< unit length, away from the second shape
    float depth{};                ///< when they overlap at the start: how far they must part along the normal
    std::uint32_t face{kNoFace};  ///< of the second shape: a mesh's triangle, a polyhedron's face
};

/// The point of a surface that is nearest to another point.
struct Nearest {
    float distance{};
    Vec3 point;
    std::uint32_t face{kNoFace};
};

/// A ship as a set of spheres, laid out in blocks of eight for the kernels. Built once, posed by a Transform per query.
/// 1. Coordinates are the ship's own; `bound()` holds all of them.
/// 2. The last block of eight is filled up with the last sphere, so every lane holds a real one.
class SphereSet {
  public:
    SphereSet() = default;
    explicit SphereSet(std::span<const Sphere> spheres);

    std::span<const Sphere> spheres() const { return spheres_; }
    const Sphere& bound() const { return bound_; }
    bool empty() const { return spheres_.empty(); }

    struct Eight {
        float x[8], y[8], z[8], radius[8];
    };
    std::span<const Eight> eights() const { return eights_; }

  private:
    std::vector<Sphere> spheres_;
    std::vector<Eight> eights_;
    Sphere bound_;
};

/// A posed ship against a single shape.
bool touches(const SphereSet& ship, const Transform& pose, const Sphere& sphere);
bool touches(const SphereSet& ship, const Transform& pose, const Capsule& capsule);

}  // namespace albireo::collide
