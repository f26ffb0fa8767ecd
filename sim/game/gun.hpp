#pragma once
/// Enemy guns: salvos by pattern, burst and rest. Directions depend only on the enemy's own generator and on where the
/// ships were kAimLagTicks ago.
#include "sim/game/context.hpp"

namespace albireo {

/// To be called when the gun is switched on: its first salvo comes after the gun's delay.
void start_gun(Part& part, const GunDef& gun);

/// One tick of a gun that is switched on. While its part is outside the field the gun does not fire, but its timers
/// run. The gun of a dead part does not fire either, but counts its shots and draws its random angles as if it did.
void run_gun(StepContext& step, Enemy& enemy, Part& part, std::uint8_t gun);

}  // namespace albireo
