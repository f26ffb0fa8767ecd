#pragma once
/// The backdrop of a living interior, far behind the play.
#include <cstdint>

#include "client/scene/level_meshes.hpp"

namespace albireo::scene {

/// One layer, which repeats every kRidgeLength units (ridge.hpp) as the mesas do; its front is at z = 0 of its own
/// coordinates. It has columns of tissue with dark gaps between them or, if `closed`, is a folded curtain without gaps.
/// The same seed gives the same layer.
LevelMesh hollow_mesh(std::uint32_t seed, bool closed);

}  // namespace albireo::scene
