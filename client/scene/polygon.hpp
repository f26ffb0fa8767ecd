#pragma once
/// Simple polygons in float, for building meshes: area, containment, clipping and triangulation. Corners run
/// counter-clockwise; a polygon does not cross itself.
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "client/math/vec.hpp"

namespace albireo::scene {

using math::Vec2;
using Polygon = std::vector<Vec2>;

/// In square units. Positive if the corners run counter-clockwise.
float area(std::span<const Vec2> polygon);

/// By the even-odd rule; on the outline either answer is possible.
bool is_inside(std::span<const Vec2> polygon, Vec2 p);

/// The distance from p to the segment from a to b.
float distance_to_segment(Vec2 a, Vec2 b, Vec2 p);

/// The part of a polygon inside the axis-aligned rectangle from `low` to `high` (Sutherland and Hodgman, 1974).
Polygon clipped(Polygon polygon, Vec2 low, Vec2 high);

/// Appends the triangles of a polygon, as indices of its corners, found by ear clipping.
void triangulate(const Polygon& polygon, std::vector<std::array<std::size_t, 3>>& out);

}  // namespace albireo::scene
