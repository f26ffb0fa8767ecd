#pragma once
/// Burrs, the charged form of the seekers. They stick to the part that they hit and burst together.
///
/// 1. n burrs on one part, of either player, deal n² times kBurrDamage, kFuseTicks after the first of them stuck. The
///    players share the credit in proportion to their burrs.
/// 2. A part without armour, such as a plate, passes the burst on to the first vital part of its enemy.
/// 3. An enemy or a missile that dies takes its burrs along.
#include "sim/game/context.hpp"

namespace albireo {

/// Sticks a player's burr to a part. A part that holds kBurrsMax of them takes no more.
void stick_burr(StepContext& step, Enemy& enemy, std::size_t part, Slot slot);

/// One tick of the fuse of a part that burrs are stuck to. The enemy may be gone on return.
void burn_fuse(StepContext& step, Enemy& enemy, std::size_t part);

}  // namespace albireo
