#pragma once
/// Meshes with fewer triangles, for pictures of low resolution: without a GPU, vertices cost as much as pixels.
#include <cstdint>
#include <span>
#include <vector>

#include "client/scene/level_meshes.hpp"

namespace albireo::render {

/// How far the surface may move, in units of the field. A picture of 640 pixels (kSceneWidthLeast) has 24 to a unit.
inline constexpr float kCoarseError = 0.03F;

/// The share of triangles that stays: tips and thin limbs, which move farther than the mean, would go first.
inline constexpr float kCoarseShare = 0.2F;

/// Triangles of the same vertices, by quadric error metrics (Garland and Heckbert, SIGGRAPH 1997). Seams between zones, and openings,
/// stay closed. The mesh is valid: its indices name vertices, and coordinates are finite.
std::vector<std::uint32_t> coarse_indices(const scene::LevelMesh& mesh, float error = kCoarseError);

}  // namespace albireo::render
