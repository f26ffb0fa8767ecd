#pragma once
/// How enemies move and light up beyond their positions: they lean into turns, glow before they fire, recoil when they do, and
/// flinch when they are hit. Only the picture shows it; hits are detected at the positions in the world.
///
/// All of it is a stateless function of the worlds before and after the tick, so that it is the same after a seek as
/// after playing to the same moment. The motion is small, so that the shape that can be hit stays within the one that
/// is seen.
#include "client/math/vec.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

inline constexpr float kRollMax = 0.5F;    // radians
inline constexpr float kRecoilMax = 0.12F;  // units
inline constexpr float kFlinchMax = 0.05F;  // units

/// Radians about the body's long axis: by how sharply its path bends, or by how fast it climbs or falls toward its
/// post. Large bodies do not lean.
float roll_of(const Level& level, const Enemy& enemy);

inline constexpr int kWarningTicks = 20, kBossWarningTicks = 45;

/// The glow of a gun that is about to fire a burst, from 0 to 1 when it fires: for the last kWarningTicks before it, of a boss's gun
/// for kBossWarningTicks. 0 if the gun is off and during a burst. `left`: the part of the tick that remains.
float warning_of(const Level& level, KindSize size, const Part& part, float left);

/// 1 in the tick in which the gun fires, falling to 0 in a tenth of a second.
float recoil_of(const Level& level, const Enemy& enemy, const Part& part);

/// A jolt within this tick if it took armour from the part. `alpha`: 0 before … 1 now.
math::Vec2 flinch_of(const Part& before, const Part& now, std::uint32_t seed, float alpha);

}  // namespace albireo::scene
