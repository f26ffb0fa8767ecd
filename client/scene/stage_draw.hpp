#pragma once
/// Small helpers that the stage's files share: colours, angles, wounds, positions.
#include <algorithm>
#include <cmath>

#include "client/predict/units.hpp"
#include "client/scene/view.hpp"
#include "sim/game/heat.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

using client::radians;
using client::units;

inline Vec2 direction_of_angle(Angle angle) {
    return {std::cos(radians(angle)), std::sin(radians(angle))};
}

/// Interpolates from one angle to another by the shorter way.
inline float angle_between(Angle from, Angle to, float t) {
    return radians(from) + radians(turn_between(from, to)) * t;
}

inline Vec3 player_colour(Slot slot) {
    return slot == Slot::gold ? Vec3{1.0F, 0.64F, 0.20F} : Vec3{0.26F, 0.54F, 1.0F};
}

/// 0 whole … 1 about to die; parts that cannot be hurt are whole.
inline float wound_of(const Part& part, const PartDef& def, std::uint16_t heat) {
    if (def.armour <= 0) return 0;
    return std::clamp(1 - static_cast<float>(part.armour) / static_cast<float>(whole_armour(def, heat)), 0.0F, 1.0F);
}

inline Vec2 part_place(const Enemy& enemy, int part) {
    return client::in_field(enemy.parts[static_cast<std::size_t>(std::min<int>(part, enemy.part_count - 1))].at);
}

}  // namespace albireo::scene
