#pragma once
/// Enemy beams: a telegraph, then a burn, straight or curved.
#include "sim/game/context.hpp"

namespace albireo {

void start_beam(Part& part, const BeamDef& beam);

/// One tick of a beam that is switched on. Adds it to World::beams while it warns or burns.
void run_beam(StepContext& step, Enemy& enemy, std::size_t part, std::uint8_t beam);

}  // namespace albireo
