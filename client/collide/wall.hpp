/// The scenery's walls: solid polygons in the plane of play, queried with circles and with ships made of spheres. Built
/// once, then only read.
/// 1. A polygon may be concave and may be wound either way; it may not cross itself. It is solid: its inside is wall.
/// 2. Polygons may overlap: a point inside any of them is wall.
/// 3. Distances are accurate to a millionth of the largest coordinate (tested to 1e-5 for coordinates up to 20). So at
///    the outline, rounding decides which side a point is on.
/// 4. A wall extends along z without end, so a sphere meets it as the circle of its centre and radius.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "client/collide/kernels.hpp"
#include "client/collide/shapes.hpp"

namespace albireo::collide {

struct NearestWall {
    float distance{};         ///< to the nearest outline; negative inside a wall
    Vec2 point;               ///< on that outline
    Vec2 normal;              ///< unit length, out of the wall (exactly on the outline, the nearest edge's)
    std::uint32_t polygon{};  ///< the polygon that the edge belongs to
};

class Walls {
  public:
    Walls() = default;
    /// Each polygon has at least three corners. It is not rebuilt as the scenery scrolls: shift the query instead.
    explicit Walls(std::span<const std::vector<Vec2>> polygons);

    bool touches(const Circle& circle) const;
    /// A posed ship: each sphere counts as its projection along z, a circle.
    bool touches(const SphereSet& ship, const Transform& pose) const;
    bool inside(Vec2 point) const;
    /// Returns nothing if the nearest outline is further than `within`, whether the point is inside or outside.
    std::optional<NearestWall> nearest(Vec2 point, float within = 1e15F) const;
    /// Negative inside. Clamped to ±`most`.
    float signed_distance(Vec2 point, float most = 1e15F) const;

    bool empty() const { return blocks_.empty(); }

  private:
    /// None when all are further than `within`.
    NearestEdge nearest_edge(Vec2 point, float within) const;

    std::vector<Edge8> blocks_;           // eight consecutive edges each, which keeps their boxes small
    std::vector<std::uint32_t> polygon_;  // of each edge
};

}  // namespace albireo::collide
