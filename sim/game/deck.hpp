#pragma once
/// The deck of an endless level: which card comes next, and how hard the game has become.
///
/// 1. A card is a loop of the level. The bag holds each ordinary card once and deals all of them before it is filled again,
///    never the same card twice in a row. Every kRoundCards-th card is a boss's, from a separate bag. A card whose tier
///    is above the current round is dealt only when the bag holds no card of a lower tier.
/// 2. The order depends only on the camera's path and the deck's own generator. So every replica deals the same cards, and no
///    prediction is wrong.
/// 3. Dealing a card lowers the flags that it uses.
/// 4. Heat is the number of completed rounds. An enemy keeps the heat of its spawn.
#include "sim/game/context.hpp"

namespace albireo {

/// Begins the deck of an endless level; does nothing in other levels.
void shuffle_deck(World& world, const Level& level, std::uint32_t seed);

/// Deals a card, with which the row of tiles continues. Returns its first tile as placed after `last`.
PlacedTile deal_card(World& world, const Level& level, PlacedTile last);

/// The lap in the names of enemies that follows `turn`.
constexpr std::uint8_t next_turn(std::uint8_t turn) { return static_cast<std::uint8_t>((turn + 1) % kLapsMax); }

/// Notes that the camera has reached a card. A round begins like a section.
void enter_card(StepContext& step);

/// The round that the camera is in, from 1; 0 before the first card and in levels that are not endless.
std::uint32_t round_of(const World& world);

/// The heat of an enemy that spawns now: 0 … kHeatMax.
std::uint16_t heat_of(const World& world);

}  // namespace albireo
