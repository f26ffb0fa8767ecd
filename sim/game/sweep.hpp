#pragma once
/// The end of everything that dies, leaves or is used up within a tick.
///
/// Systems only mark items as gone, so none of them removes items from a pool that another one is walking through. A marked
/// item stays in its place until sweep(), the last system of the tick. Until then it takes up its place, so a full
/// pool may refuse new items, and a shot still counts in debt_max(); it has no other effect. The marks of enemies' shots
/// are not part of the world, so a wrong one shows in World::enemy_shots only after sweep(). Each kind of item has its own
/// is_gone():
///
/// | item | is gone when | marked by |
/// |---|---|---|
/// | Enemy | kIsGone is set | death, its own script, leaving the field |
/// | Missile | it has no armour left | hits, rock, the field's edge, age |
/// | Shot | it has no damage left | its last hit, rock, water, the field's edge, age |
/// | EnemyShot | its place is in StepContext::gone_shots | flight, a split, a bulwark, a combined storm, its boss's death |
/// | OpenFormation | it has no ticks left | its last kill, time |
#include "sim/game/context.hpp"

namespace albireo {

/// Removes all items that are gone. A world between two steps holds none: practice.cpp, which prepares a world before play, removes
/// items itself.
void sweep(StepContext& step);

}  // namespace albireo
