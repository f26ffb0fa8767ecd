#pragma once
/// A carry: the state that the players take from one level of a campaign into the next.
///
/// 1. carry_of() returns a valid carry for every sound world, and init() with a valid carry makes a sound world.
/// 2. A carry adds no state to the world: a game that begins with one behaves like a game that has earned the same.
#include <array>
#include <cstdint>

#include "sim/base/types.hpp"
#include "sim/input.hpp"

namespace albireo {

struct World;

/// One player's part of a carry.
struct PlayerCarry {
    std::uint32_t score = 0;
    std::int32_t charge = 0;       // blue bar, 0 … kChargeFull
    std::int32_t gold = 0;         // gold bar, 0 … kGoldFull
    std::uint16_t multiplier = 1;  // half of the multiplier at the end of the level, at least 1
    std::uint8_t lives = 1;        // 1 … kLivesMax: a player who was out begins with one life
    Weapon weapon = Weapon::needle;

    constexpr bool operator==(const PlayerCarry&) const = default;
};

struct Carry {
    std::array<PlayerCarry, kSlotCount> players{};
    std::uint32_t extends = 0;     // earned so far, by the team
    std::uint8_t continues = 0;
    std::uint64_t ended_with = 0;  // root digest of the previous level's last world; identifies that game, does not affect play

    constexpr bool operator==(const Carry&) const = default;
};

/// The carry of the players of this game into the next one. An extend that is pending is carried as a life.
Carry carry_of(const World& world);

/// Whether every value is within its range. A carry from the wire or a file must pass.
bool is_valid(const Carry& carry);

/// Applies a valid carry to a world before its first tick.
void apply_carry(World& world, const Carry& carry);

}  // namespace albireo
