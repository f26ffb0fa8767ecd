#pragma once
/// Enemy guns: salvos by pattern, burst and rest, from the enemy's own generator and where the ships were.
#include "sim/game/context.hpp"

namespace albireo {

void start_gun(Part& part, const GunDef& gun);

/// One tick of a gun that is on. It holds its fire, but not its clock, while its part is outside the field; a dead part's
/// gun holds it too, but counts its shots and draws its angles as if it fired.
void run_gun(StepContext& step, Enemy& enemy, Part& part, std::uint8_t gun);

}  // namespace albireo
