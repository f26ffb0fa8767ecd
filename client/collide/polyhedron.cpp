#include "client/collide/polyhedron.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "client/collide/sweep_parts.hpp"

namespace albireo::collide {

Polyhedron::Polyhedron(std::span<const Vec3> corners, std::span<const Loop> faces)
    : corners_(corners.begin(), corners.end()), faces_(faces.begin(), faces.end()) {
    std::vector<Vec3d> loop;
    for (const Loop& face : faces_) {
        assert(face.size() >= 3);
        loop.clear();
        for (const std::uint32_t i : face) loop.push_back(widen(corners_[i]));
        normals_.push_back(math::normalized_or(parts::area_normal(loop), Vec3d{}));
        for (std::size_t i = 0, j = loop.size() - 1; i < loop.size(); j = i++) {
            const Vec3d e = math::normalized_or(loop[i] - loop[j], Vec3d{});
            // Parallel within what a float corner can be off by.
            const bool known = std::any_of(edge_directions_.begin(), edge_directions_.end(),
                                           [&](const Vec3d& o) { return length_squared(cross(e, o)) < 1e-13; });
            if (!known && e != Vec3d{}) edge_directions_.push_back(e);
        }
    }
}

Polyhedron Polyhedron::box(const Vec3& h) {
    const Vec3 corners[] = {{-h.x, -h.y, -h.z}, {h.x, -h.y, -h.z}, {-h.x, h.y, -h.z}, {h.x, h.y, -h.z},
                            {-h.x, -h.y, h.z},  {h.x, -h.y, h.z},  {-h.x, h.y, h.z},  {h.x, h.y, h.z}};
    const Loop faces[] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    return Polyhedron(corners, faces);
}

}  // namespace albireo::collide
