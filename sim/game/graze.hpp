#pragma once
/// Grazes: an enemy shot comes close to a ship. That pays the ship's player (game/score).
///
/// 1. A shot pays each player once, in the first tick in which it is within reach of their ship, even if
///    it hits later.
/// 2. Only earnings and EnemyShot::flags change, which are shared state. The ship does not (rule 4).
/// 3. A ship that cannot be hit at the moment earns nothing.
#include "sim/game/context.hpp"

namespace albireo {

/// Removes from StepContext::band the space where an enemy shot may graze a ship or meet its bulwark (game/dust). To be
/// called when the ships have moved.
void cut_out_reach(StepContext& step);

/// Pays for an enemy shot outside the band that has just moved, if it grazes a ship.
void graze(StepContext& step, EnemyShot& shot);

}  // namespace albireo
