#include "client/render/coarse_mesh.hpp"

#include <meshoptimizer.h>

#include <algorithm>
#include <cstddef>

namespace albireo::render {

std::vector<std::uint32_t> coarse_indices(const scene::LevelMesh& mesh, float error) {
    std::vector<std::uint32_t> coarse(mesh.indices.size());
    if (coarse.empty()) return coarse;
    static_assert(offsetof(scene::MeshVertex, at) == 0);
    const float* const positions = &mesh.vertices.front().at.x;
    const std::size_t count = mesh.vertices.size(), stride = sizeof(scene::MeshVertex);
    const std::size_t least = static_cast<std::size_t>(static_cast<float>(coarse.size()) * kCoarseShare);
    // Borders stay, because the next tile has the same. The library takes errors relative to the mesh's size.
    const float size = std::max(meshopt_simplifyScale(positions, count, stride), 1e-6F);
    coarse.resize(meshopt_simplify(coarse.data(), mesh.indices.data(), mesh.indices.size(), positions, count, stride, least, error / size, meshopt_SimplifyLockBorder, nullptr));
    return coarse;
}

}  // namespace albireo::render
