#pragma once
/// The mesas on the horizon: of the canyon, or of an island in the sea.
#include <cstdint>
#include <string_view>

#include "client/scene/level_meshes.hpp"

namespace albireo::scene {

/// A strip of distant mesas that repeats every kRidgeLength units; its front is at z = 0 of its own coordinates.
/// The same seed gives the same strip.
inline constexpr float kRidgeLength = 96;
LevelMesh ridge_mesh(std::uint32_t seed, float height, std::string_view graph);

}  // namespace albireo::scene
