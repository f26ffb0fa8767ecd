#pragma once
/// The effects of heat in an endless level, in per cent for each step. Heat is the number of completed rounds, at most kHeatMax.
/// An enemy keeps the heat of its spawn, and its children have the same. In other levels heat is always 0.
#include "sim/game/tuning.hpp"
#include "sim/level/level.hpp"

namespace albireo {

inline constexpr std::int32_t kHeatShots = 2;   // shots in a salvo
inline constexpr std::int32_t kHeatRests = -2;  // ticks between bursts, beams, and openings of a hatch
inline constexpr std::int32_t kHeatArmour = 4;

/// `value` at this heat, rounded to the nearest whole number. Exact at heat 0.
constexpr std::int32_t heated(std::int32_t value, std::uint16_t heat, std::int32_t percent_a_step) {
    return static_cast<std::int32_t>((std::int64_t{value} * (100 + percent_a_step * heat) + 50) / 100);
}
static_assert(heated(7, 0, kHeatRests) == 7 && heated(10, kHeatMax, kHeatShots) == 14 && heated(100, kHeatMax, kHeatRests) == 60);

/// Ticks of rest at this heat: 0 only if they are 0 without heat.
constexpr std::uint16_t heated_rest(std::uint16_t ticks, std::uint16_t heat) {
    return static_cast<std::uint16_t>(heated(ticks, heat, kHeatRests));
}
static_assert(heated_rest(1, kHeatMax) == 1 && heated_rest(0, kHeatMax) == 0);

/// The whole armour of a part, in tenths of a needle hit.
constexpr std::int32_t whole_armour(const PartDef& part, std::uint16_t heat) {
    return heated(part.armour, heat, kHeatArmour) * kDamageUnit;
}

}  // namespace albireo
