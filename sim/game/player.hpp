#pragma once
/// The two ships: moving, dying, returning, watching. A function of the ship's own frames and of late effects.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Ship::life.
enum class Life : std::uint8_t { entering, flying, dead, watching, absent };
Life life_of(const Ship& ship);

/// Whether the player steers it, so that it can fire and die.
bool is_flying(const Ship& ship);
bool is_vulnerable(const Ship& ship);
/// Watching, or dead with no life left.
bool is_out_of_lives(const Ship& ship);
/// In play or about to be: not absent, and not out of lives (unless a life is due to return).
bool is_in_play(const World& world, Slot slot);

void init_ship(World& world, Slot slot, bool takes_part);

/// One tick of both ships and their weapons.
void move_ships(StepContext& step);

/// After "continue": gives the ship a full set of lives and lets it enter the field at once. An absent player gets the
/// lives but enters only on return.
void refill_lives(StepContext& step, Slot slot);

/// Where the ship was kAimLagTicks ago.
Vec2 lagged_place(const World& world, Slot slot);

/// The target of an enemy's n-th shot: the two ships in turn. If the ship whose turn it is was not in the field
/// kAimLagTicks ago, the other one.
Slot aim_target(const World& world, std::uint32_t n);

}  // namespace albireo
