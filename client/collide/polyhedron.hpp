/// A convex solid with flat faces, for sweeps. Built once, posed by a Transform per query.
/// 1. Faces are convex loops of corner numbers, counter-clockwise seen from outside; together they close the solid.
/// 2. Normals are unit length and point out; zero for a face without area, which sweeps skip. A face narrower than about
///    1 : 10^7 gets the normal that its corners in float give it: a shape that passes close beside such a face may count
///    as touching, but no contact is missed.
/// 3. Edge directions are unit length and listed once for all edges that share one: a box has three.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "client/collide/shapes.hpp"

namespace albireo::collide {

class Polyhedron {
  public:
    using Loop = std::vector<std::uint32_t>;

    /// Every corner number is below corners.size().
    Polyhedron(std::span<const Vec3> corners, std::span<const Loop> faces);
    static Polyhedron box(const Vec3& half);

    std::span<const Vec3> corners() const { return corners_; }
    std::span<const Loop> faces() const { return faces_; }
    std::span<const Vec3d> normals() const { return normals_; }
    std::span<const Vec3d> edge_directions() const { return edge_directions_; }

  private:
    std::vector<Vec3> corners_;
    std::vector<Loop> faces_;
    std::vector<Vec3d> normals_;
    std::vector<Vec3d> edge_directions_;
};

}  // namespace albireo::collide
