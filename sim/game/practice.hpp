#pragma once
/// Practice: games that begin in the middle of a level.
#include "sim/game/context.hpp"

namespace albireo {

/// Brings a world that has just begun to the tick in which the section begins (1 … section_count()). Scenery, timeline
/// and the flags of the timeline are as in a game that has come so far. No enemy is there, and every loop was left
/// after its first lap. Stops after kSkipTicksMax ticks of a level that never reaches the section.
void skip_to_section(StepContext& step, std::uint32_t section);

}  // namespace albireo
