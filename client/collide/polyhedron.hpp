/// A convex solid with flat faces, for sweeps. Built once, posed by a Transform per query; whoever built it owns it.
/// 1. Faces are convex loops of corner numbers, counter-clockwise seen from outside; together they close the solid.
/// 2. Normals are unit length and point out. Edges stand once each, whichever of their two faces named them first.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "client/collide/shapes.hpp"

namespace albireo::collide {

class Polyhedron {
  public:
    using Loop = std::vector<std::uint32_t>;

    Polyhedron(std::span<const Vec3> corners, std::span<const Loop> faces);
    static Polyhedron box(const Vec3& half);

    std::span<const Vec3> corners() const { return corners_; }
    std::span<const Loop> faces() const { return faces_; }
    std::span<const Vec3d> normals() const { return normals_; }
    std::span<const std::array<std::uint32_t, 2>> edges() const { return edges_; }

  private:
    std::vector<Vec3> corners_;
    std::vector<Loop> faces_;
    std::vector<Vec3d> normals_;
    std::vector<std::array<std::uint32_t, 2>> edges_;
};

}  // namespace albireo::collide
