#pragma once
/// The four weapons of a ship and their charged forms: a function of the ship's own frames.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Ship::arms.
enum class Arms : std::uint8_t { ready, powered };

void init_weapon(Ship& ship);

/// One tick of a ship's weapon: switching, cooling, firing, the ribbon.
void run_weapon(StepContext& step, Slot slot, const Frame& frame);

/// Whether a release of lightning in this frame counts: flying, and rested since the last.
bool may_release_lightning(const Ship& ship, const Frame& frame);

/// What an honest client may say in its next frame, from its predicted world.
bool has_charge(const World& world, Slot slot);
bool has_gold(const World& world, Slot slot);

/// Whether a volley will leave in the next tick if the frame fires this weapon: when a seeker's frame needs its aim.
bool will_fire(const Ship& ship, Weapon weapon);

}  // namespace albireo
