#pragma once
/// A living thing that is large enough to fly through: the backdrop inside it, and what it looks like from outside.
#include <cstdint>

#include "client/scene/level_meshes.hpp"

namespace albireo::scene {

/// One layer of the inside. It repeats every kRidgeLength units, as the mesas do (ridge.hpp); its front is at z = 0 of its own
/// coordinates. It has columns of tissue with dark gaps between them or, if `closed`, is a folded curtain without gaps.
/// The same seed gives the same layer.
LevelMesh hollow_mesh(std::uint32_t seed, bool closed);

/// The part of the living thing that rises out of the sea: a mound with ribs and pores, kMoundHeight high and twice as wide, around
/// the origin. The same seed gives the same mound.
inline constexpr float kMoundHeight = 9.5F;
LevelMesh mound_mesh(std::uint32_t seed);

}  // namespace albireo::scene
