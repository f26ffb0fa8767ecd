#pragma once
/// The two ships: moving, dying, returning, watching. A function of the ship's own frames and of what acts late.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Ship::life.
enum class Life : std::uint8_t { entering, flying, dead, watching, absent };
Life life_of(const Ship& ship);

/// Steered by its player, and so able to fire and to die.
bool is_flying(const Ship& ship);
bool is_vulnerable(const Ship& ship);
/// Watching, or dying for the last time.
bool is_out_of_lives(const Ship& ship);
/// In play or about to be: not out of lives (unless one is on its way back), not absent.
bool is_in_play(const World& world, Slot slot);

void init_ship(World& world, Slot slot, bool takes_part);

/// One tick of both ships and their weapons.
void move_ships(StepContext& step);

/// A full set of lives, and into the field at once; an absent player's wait for him ("continue").
void refill_lives(StepContext& step, Slot slot);

/// Where the ship was kAimLagTicks ago.
Vec2 lagged_place(const World& world, Slot slot);

/// Whom an enemy's n-th shot is aimed at: the two in turn, or the one who was there kAimLagTicks ago.
Slot aim_target(const World& world, std::uint32_t n);

}  // namespace albireo
