/// The scenery's walls: solid polygons in the plane of play, queried with circles and with ships made of spheres. Built
/// once, then only read.
/// 1. A polygon may be concave and may be wound either way; it may not cross itself. It is solid: its inside is wall.
/// 2. Polygons may overlap: a point inside any of them is wall.
/// 3. Distances are accurate to a millionth of the largest coordinate (tested to 1e-5 for coordinates up to 20). So at
///    the outline, rounding decides which side a point is on.
/// 4. A wall stands upright through the plane, so a sphere meets it as the circle of its centre and radius.
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
    Vec2 normal;              ///< unit length, the way out of the wall (of the nearest edge when right upon it)
    std::uint32_t polygon{};  ///< the polygon that the edge belongs to
};

class Walls {
  public:
    Walls() = default;
    /// Each polygon has three corners or more. Not rebuilt as the scenery scrolls: move the question instead.
    explicit Walls(std::span<const std::vector<Vec2>> polygons);

    bool touches(const Circle& circle) const;
    /// A posed ship: each sphere as the circle it is seen as from along z.
    bool touches(const SphereSet& ship, const Transform& pose) const;
    bool inside(Vec2 point) const;
    /// Nothing when the nearest outline is further than `within`, whichever side the point is on.
    std::optional<NearestWall> nearest(Vec2 point, float within = 1e15F) const;
    /// Negative inside. Far away: `most`, or -`most` deep inside.
    float signed_distance(Vec2 point, float most = 1e15F) const;

    bool empty() const { return blocks_.empty(); }

  private:
    /// None when all are further than `within`.
    NearestEdge nearest_edge(Vec2 point, float within) const;

    std::vector<Edge8> blocks_;           // eight consecutive edges each, which makes for small boxes
    std::vector<std::uint32_t> polygon_;  // of each edge
};

}  // namespace albireo::collide
