/// The stages of building a mesh, for mesh.cpp and mesh_bytes.cpp alone.
#pragma once

#include <span>
#include <vector>

#include "client/collide/shapes.hpp"
#include "client/collide/tree.hpp"

namespace albireo::collide {

/// Builds the tree. Every triangle is in exactly one leaf; there is at least one node.
void build_tree(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, std::vector<Node8>& nodes,
                std::vector<Leaf8>& leaves);

/// Writes the triangle into a lane of a leaf.
void place_triangle(Leaf8& leaf, int lane, std::uint32_t id, const Triangle& triangle);

/// Computes the discs of leaves, built or loaded.
std::vector<Disc8> discs_of(std::span<const Leaf8> leaves);

/// The layout of a grid with `cells` cells along its longest side, over the box and the margin around it. The caller
/// sets `value`.
GridView lay_grid(const Box& bounds, int cells, float margin);

/// Measures the distance at every cell of the grid. kGridTail bytes of padding follow the last cell, because
/// kernels read beyond it.
std::vector<std::uint8_t> measure_grid(const TreeView& tree, const GridView& grid);
inline constexpr std::size_t kGridTail = 4;

}  // namespace albireo::collide
