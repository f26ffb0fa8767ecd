#pragma once
/// Small integer types, one for each quantity, so that mixing them up fails to compile.
/// Every part of the project may include this. Nothing here has a float, a pointer or padding.
#include <compare>
#include <cstddef>
#include <cstdint>

#include "sim/base/field_list.hpp"

namespace albireo {

/// A tick is 1/60 s, the simulation's only unit of time. Differences are plain `int32_t` tick counts.
struct Tick {
    std::uint32_t value = 0;

    constexpr auto operator<=>(const Tick&) const = default;
    constexpr Tick& operator++() {
        ++value;
        return *this;
    }
    friend constexpr Tick operator+(Tick tick, std::uint32_t ticks) { return {tick.value + ticks}; }
    friend constexpr Tick operator-(Tick tick, std::uint32_t ticks) { return {tick.value - ticks}; }
    /// Ticks from `b` to `a`; correct if the two are less than 2^31 apart.
    friend constexpr std::int32_t operator-(Tick a, Tick b) { return static_cast<std::int32_t>(a.value - b.value); }
    ALBIREO_UNNAMED_FIELD(value);
};

/// Which of the two players: slot 0 is gold, slot 1 is blue.
enum class Slot : std::uint8_t { gold = 0, blue = 1 };
inline constexpr int kSlotCount = 2;
inline constexpr Slot kSlots[kSlotCount] = {Slot::gold, Slot::blue};

constexpr std::size_t index(Slot slot) { return static_cast<std::size_t>(slot); }
constexpr Slot other(Slot slot) { return slot == Slot::gold ? Slot::blue : Slot::gold; }

/// How an enemy's heading changes: not at all, with the direction of its path, or by the same angle each tick.
enum class Facing : std::uint8_t { fixed = 0, path = 1, turning = 2 };
inline constexpr int kFacingCount = 3;

/// The name of a player's shot within its slot: that player's own shot count when it was fired, from 1. 0 means no
/// shot.
struct ShotNumber {
    std::uint32_t value = 0;

    constexpr auto operator<=>(const ShotNumber&) const = default;
    ALBIREO_UNNAMED_FIELD(value);
};

/// The identity of an enemy: its place in the level's spawn list (from 1; 0 means no enemy), the lap of the loop that
/// it was spawned in, and, for a child of another enemy, the parent's own count of children (0 for the parent itself).
/// No player's input can change it.
struct EnemyId {
    std::uint16_t spawn = 0;
    std::uint8_t lap = 0;
    std::uint8_t child = 0;

    constexpr auto operator<=>(const EnemyId&) const = default;
    constexpr explicit operator bool() const { return spawn != 0; }
    ALBIREO_FIELDS(spawn, lap, child);
};

}  // namespace albireo
