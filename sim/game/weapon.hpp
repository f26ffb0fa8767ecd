#pragma once
/// The four weapons of a ship and their charged forms: functions of the ship's own frames.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Ship::arms.
enum class Arms : std::uint8_t { ready, powered };

void init_weapon(Ship& ship);

/// One tick of a ship's weapon: switching, cooling, firing, the ribbon.
void run_weapon(StepContext& step, Slot slot, const Frame& frame);

/// Whether an honest client may set kRelease in its next frame, judged by its predicted world.
bool has_charge(const World& world, Slot slot);

/// Whether a volley leaves in the next tick if the frame fires this weapon. If it does and the weapon is the seekers,
/// the frame must carry their aim.
bool will_fire(const Ship& ship, Weapon weapon);

}  // namespace albireo
