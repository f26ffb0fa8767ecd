#pragma once
/// The inside of a living thing, far behind the play.
#include <cstdint>

#include "client/scene/level_meshes.hpp"

namespace albireo::scene {

/// A layer of it, which repeats every kRidgeLength units (ridge.hpp) as the mesas do; its front is at z = 0 of its own
/// coordinates. Columns of tissue with dark between them, or, `closed`, a curtain in folds that nothing is behind. The
/// same seed gives the same layer.
LevelMesh hollow_mesh(std::uint32_t seed, bool closed);

}  // namespace albireo::scene
