#pragma once
/// Practice: games that begin in the middle of a level.
#include "sim/game/context.hpp"

namespace albireo {

/// Advances a world that has just begun until its next tick begins the section (1 … section_count()). Scenery, timeline
/// and the flags of the timeline are as in a game in which every loop was ended as soon as the camera was in it. There are
/// no enemies yet. Gives up after kSkipTicksMax ticks if the level never reaches the section.
void skip_to_section(StepContext& step, std::uint32_t section);

}  // namespace albireo
