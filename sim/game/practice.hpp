#pragma once
/// Practice: games that begin in the middle of a level.
#include "sim/game/context.hpp"

namespace albireo {

/// Advances a world that has just begun until its next tick begins the section (1 … section_count()). Scenery, timeline
/// and the flags of the timeline are as in a game in which every loop was ended as soon as the camera was in it. There are
/// no enemies yet. Gives up after kSkipTicksMax ticks if the level never reaches the section.
void skip_to_section(StepContext& step, std::uint32_t section);

/// After skip_to_section(): advances the world to the tick after the one in which the section's boss has entered a state with
/// `practice = phase`. Meanwhile the ships are absent. The parts whose armour the boss's phases wait for are damaged as
/// soon as they can be hurt, down to their armour marks, so the boss is in the state that such damage alone would produce.
/// All other enemies and all fire are removed. Gives up after kSkipTicksMax ticks if it never reaches the phase.
void skip_to_phase(StepContext& step, std::uint32_t section, std::uint32_t phase);

}  // namespace albireo
