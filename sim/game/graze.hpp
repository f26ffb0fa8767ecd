#pragma once
/// Grazes: an enemy shot passes close to a ship without hitting it, which pays its player (game/score).
///
/// 1. A shot pays each player once, in the first tick in which it is within reach of their ship.
/// 2. Only earnings and EnemyShot::flags change, which are shared state. The ship does not (rule 4).
/// 3. A ship that cannot be hit at present earns nothing.
#include "sim/game/context.hpp"

namespace albireo {

/// To be called when the ships and the enemy shots have moved.
void graze_ships(StepContext& step);

}  // namespace albireo
