/// The stages of building a mesh, for mesh.cpp and mesh_bytes.cpp alone.
#pragma once

#include <span>
#include <vector>

#include "client/collide/shapes.hpp"
#include "client/collide/tree.hpp"

namespace albireo::collide {

/// Fills the tree for the triangles, none of them missing and none twice. At least one node comes out.
void build_tree(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, std::vector<Node8>& nodes,
                std::vector<Leaf8>& leaves);

/// Writes the triangle into a lane of a leaf.
void place_triangle(Leaf8& leaf, int lane, std::uint32_t id, const Triangle& triangle);

/// What is worked out from the leaves, whether they were built or loaded.
std::vector<Disc8> discs_of(std::span<const Leaf8> leaves);

/// Where a grid with that many cells along its longest side lies over the box and the margin around it. `value` is left
/// for the caller.
GridView lay_grid(const Box& bounds, int cells, float margin);

/// Measures the distance at every cell of the grid. A few bytes beyond the last cell are there to be read in passing.
std::vector<std::uint8_t> measure_grid(const TreeView& tree, const GridView& grid);
inline constexpr std::size_t kGridTail = 4;

}  // namespace albireo::collide
