#pragma once
/// The mesas on the horizon.
#include <cstdint>

#include "client/scene/level_meshes.hpp"

namespace albireo::scene {

/// A strip of distant mesas that repeats every kRidgeLength units; its front is at z = 0 of its own coordinates.
/// The same seed gives the same strip.
inline constexpr float kRidgeLength = 96;
LevelMesh ridge_mesh(std::uint32_t seed, float height);

}  // namespace albireo::scene
