#pragma once
/// The two ships: moving, dying, returning, watching. Each is a function of its own frames and of late effects.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Ship::life.
enum class Life : std::uint8_t { entering, flying, dead, watching, absent };
/// The ship's current state.
Life life_of(const Ship& ship);

/// Whether the player steers the ship. Only then can it fire and die.
bool is_flying(const Ship& ship);
/// Whether the ship can be destroyed: it is flying, and its invulnerable ticks are over.
bool is_vulnerable(const Ship& ship);
/// Whether the ship is watching, or dead with no life left.
bool is_out_of_lives(const Ship& ship);
/// Whether the ship is in play or about to be: not absent, and not out of lives unless a life is pending.
bool is_in_play(const World& world, Slot slot);

/// The ship before the first tick; without a player it is absent.
void init_ship(World& world, Slot slot, bool takes_part);

/// One tick of both ships and their weapons.
void move_ships(StepContext& step);

/// After a continue: gives the ship a full set of lives and lets it enter the field at once. An absent player gets the
/// lives, but the ship enters only when the player returns.
void refill_lives(StepContext& step, Slot slot);

/// A late effect: one life more, up to kLivesMax. A ship without lives returns with it as soon as its player is present;
/// it returns with one life, even if it was about to return with another.
void extend_lives(StepContext& step, Slot slot);

/// Where the ship was kAimLagTicks ago.
Vec2 lagged_place(const World& world, Slot slot);

/// The target of aimed fire: the two ships in turn, slot n modulo 2. If that ship was not in the field kAimLagTicks
/// ago, the target is the other ship.
Slot aim_target(const World& world, std::uint32_t n);

}  // namespace albireo
