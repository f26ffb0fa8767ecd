#include "client/collide/mesh.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "client/collide/mesh_parts.hpp"

namespace albireo::collide {

Mesh::Mesh() {
    build_tree({}, {}, nodes_, leaves_);
    finish();
}

Mesh Mesh::build(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, const MeshOptions& options) {
    assert(indices.size() % 3 == 0);
    assert(std::all_of(indices.begin(), indices.end(), [&](std::uint32_t i) { return i < vertices.size(); }));
    Mesh m;
    m.nodes_.clear();
    m.vertices_.assign(vertices.begin(), vertices.end());
    if (options.scale != 1.0F)
        for (Vec3& v : m.vertices_) v *= options.scale;
    m.indices_.assign(indices.begin(), indices.end());
    build_tree(m.vertices_, m.indices_, m.nodes_, m.leaves_);
    m.view_.one_sided = options.one_sided;
    m.finish();
    if (options.grid_cells > 0 && m.triangle_count() != 0) {
        GridView grid = lay_grid(m.bounds_, options.grid_cells, options.grid_margin);
        if (grid.size[0] != 0) {
            m.grid_margin_ = options.grid_margin;
            m.grid_ = measure_grid(m.view_, grid);
            m.view_.grid = grid;
            m.view_.grid.value = m.grid_.data();
        }
    }
    return m;
}

Box Mesh::bounds(const Transform& pose) const {
    const Box turned = collide::bounds(pose, bounds_);
    const Vec3 middle = (turned.min + turned.max) * 0.5F, reach = {view_.ball, view_.ball, view_.ball};
    return {math::max(turned.min, middle - reach), math::min(turned.max, middle + reach)};
}

void Mesh::finish() {
    view_.nodes = nodes_.data();
    view_.leaves = leaves_.data();
    discs_ = discs_of(leaves_);
    view_.discs = discs_.data();
    bounds_ = {};
    if (!indices_.empty()) {
        bounds_ = {vertices_[indices_[0]], vertices_[indices_[0]]};
        for (const std::uint32_t i : indices_) bounds_ = merged(bounds_, {vertices_[i], vertices_[i]});
    }
    const Vec3 middle = (bounds_.min + bounds_.max) * 0.5F;
    float furthest2 = 0;
    for (const std::uint32_t i : indices_) furthest2 = std::max(furthest2, length_squared(vertices_[i] - middle));
    view_.ball = std::sqrt(furthest2) * 1.00001F;
    view_.edge_most = 0;
    for (std::uint32_t f = 0; f < triangle_count(); ++f) {
        const Triangle t = triangle(f);
        const Vec3 edge = math::max(math::abs(t.b - t.a), math::abs(t.c - t.a));
        view_.edge_most = std::max({view_.edge_most, edge.x, edge.y, edge.z});
    }
    float furthest = 0;
    for (int axis = 0; axis < 3; ++axis) {
        view_.min[axis] = bounds_.min[axis];
        view_.max[axis] = bounds_.max[axis];
        furthest = std::max({furthest, -view_.min[axis], view_.max[axis]});
    }
    view_.slack = furthest * kBoxSlack;
}

}  // namespace albireo::collide
