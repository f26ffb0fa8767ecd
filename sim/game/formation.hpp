#pragma once
/// Formations: players who destroy a whole formation in time get a bonus.
///
/// 1. A formation opens with its first kill and closes kFormationTicks later, or when its last enemy falls.
/// 2. Only World::formations and earnings change, which are shared state.
#include "sim/game/context.hpp"

namespace albireo {

/// Counts an enemy that a player has killed. With the last one of its formation, pays the bonus.
void count_in_formation(StepContext& step, const Enemy& enemy);

/// Whether the formation has closed in this tick (game/sweep).
inline bool is_gone(const OpenFormation& open) { return open.left == 0; }

/// One tick of all open formations.
void settle_formations(World& world);

}  // namespace albireo
