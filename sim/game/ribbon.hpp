#pragma once
/// The parts that a ribbon burns: those that the player's client has reported, from the begin report to the end report.
///
/// 1. The ribbon itself touches parts near the line from the ship to its aim. A whip leaps on from its aim to a first
///    further part, from there to a second and to a third; each is within kWhipReach of the one before it.
/// 2. A part burns only in ticks in which the ribbon could reach it, even if its end has not been reported.
/// 3. A bridge runs straight to where its player saw the partner's ship.
#include "sim/game/report.hpp"

namespace albireo {

/// Apply the reports that a slot's ribbon begins to burn a part, and that it no longer does.
Verdict beam_begins(StepContext& step, Slot slot, const Report& report);
Verdict beam_ends(StepContext& step, Slot slot, const Report& report);

/// Burns the parts that the slot's ribbon touches, and forgets those that it cannot touch any more.
void burn_touched(StepContext& step, Slot slot);

}  // namespace albireo
