#pragma once
/// A gift: a player gives their full gold bar to the partner. A partner who is out of lives gets a life, late (rule 5). A
/// partner who is flying gets a full blue bar.
#include "sim/game/context.hpp"

namespace albireo {

/// Applies the gift in the slot's frame, if there is one. Call it once per tick, with the reports of that frame.
void give(StepContext& step, Slot slot, const Frame& frame);

/// The gift that the partner would get in this world.
enum class Gift : std::uint8_t { none, life, charge };
Gift gift_for(const World& world, Slot partner);

/// Whether a ship may release a gift: its player presses the button, it is flying, and it has not just released lightning or
/// another gift. This depends on its own frames only.
bool may_give(const Ship& ship, const Frame& frame);

}  // namespace albireo
