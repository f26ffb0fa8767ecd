/// A surface made of triangles, prepared for collision queries. Built or loaded once, then only read, by any number
/// of threads. Movable, not copyable.
/// 1. It is a surface, not a solid: a shape entirely inside a closed mesh touches nothing.
/// 2. Queries are in the mesh's own space. For a posed mesh the query is transformed into that space (query.hpp).
/// 3. The same vertices and options build the same tree, byte for byte.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "client/collide/shapes.hpp"
#include "client/collide/tree.hpp"

namespace albireo::collide {

struct MeshOptions {
    float scale = 1.0F;      ///< applied to every vertex
    bool one_sided = false;  ///< segments and sweeps pass through triangles from behind; overlaps see both sides
    int grid_cells = 0;      ///< cells along the longest side of the distance grid (at most 128); 0: none. 64 is good
    float grid_margin = 0;   ///< how far the grid extends beyond the mesh's box: the radius of frequent queries
};

enum class MeshFault : std::uint8_t { none, truncated, not_a_mesh, other_version, damaged };
std::string_view text(MeshFault fault);

class Mesh {
  public:
    /// An empty mesh, which nothing touches.
    Mesh();
    /// Three indices to a triangle, counter-clockwise seen from the front. Every index is below vertices.size(), every
    /// coordinate finite. Triangles without area are kept: their edges can be touched. Edges are from 1e-5 to 1e6 long,
    /// or without length: the distance from a face takes sixth powers of them, which must fit a float.
    static Mesh build(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices,
                      const MeshOptions& options = {});

    /// The built form as bytes, for a file. load() treats them as untrusted input and returns a fault if they are
    /// damaged.
    std::vector<std::byte> save() const;
    static MeshFault load(std::span<const std::byte> bytes, Mesh& out);

    Mesh(Mesh&&) = default;
    Mesh& operator=(Mesh&&) = default;

    std::size_t triangle_count() const { return indices_.size() / 3; }
    Triangle triangle(std::uint32_t face) const {
        const std::uint32_t* i = &indices_[std::size_t{face} * 3];
        return {vertices_[i[0]], vertices_[i[1]], vertices_[i[2]]};
    }
    std::span<const Vec3> vertices() const { return vertices_; }
    std::span<const std::uint32_t> indices() const { return indices_; }
    /// Of all triangles; of an empty mesh, a point at the origin.
    const Box& bounds() const { return bounds_; }
    /// An axis-aligned box around the posed mesh: the intersection of the boxes around its rotated box and its bounding
    /// ball.
    Box bounds(const Transform& pose) const;
    bool one_sided() const { return view_.one_sided; }
    bool has_grid() const { return !grid_.empty(); }

    /// For the kernels.
    const TreeView& view() const { return view_; }

  private:
    void finish();  // computes discs_ and sets view_, whose pointers stay valid when the mesh is moved

    std::vector<Vec3> vertices_;
    std::vector<std::uint32_t> indices_;
    std::vector<Node8> nodes_;
    std::vector<Leaf8> leaves_;
    std::vector<Disc8> discs_;
    std::vector<std::uint8_t> grid_;
    Box bounds_;
    float grid_margin_ = 0;
    TreeView view_;
};

}  // namespace albireo::collide
