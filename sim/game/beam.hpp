#pragma once
/// Enemy beams: a telegraph, then a burn, straight or curved.
#include "sim/game/context.hpp"

namespace albireo {

/// To be called when the beam is switched on: it rests for the beam's delay before it warns.
void start_beam(Part& part, const BeamDef& beam);

/// To be called when the part dies: the beam rests, and run_beam() is no longer called.
void stop_beam(Part& part);

/// One tick of a beam that is switched on. Adds it to World::beams while it warns or burns.
void run_beam(StepContext& step, Enemy& enemy, std::size_t part, std::uint8_t beam);

}  // namespace albireo
