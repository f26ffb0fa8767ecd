#pragma once
/// Bullets that bounce off rock and off the edges of the field. The lowest two bits of EnemyShot::flags count the bounces
/// left. The next two are the surfaces that the bullet bounces off.
#include "sim/game/context.hpp"

namespace albireo {

inline constexpr std::uint8_t kBouncesMask = 3;  // bounces left
inline constexpr int kBouncesShift = 2;          // the surfaces that it bounces off: kOnRock, kOnEdge
static_assert(kBouncesMax <= kBouncesMask && (kOnRock | kOnEdge) == 3);

constexpr bool bounces_off(const EnemyShot& shot, std::uint8_t surface) {
    return (shot.flags & kBouncesMask) != 0 && ((shot.flags >> kBouncesShift) & surface) != 0;
}

/// Reflects a bullet that has just left the field. `falls`: whether it is in a fall, which a bounce ends.
void bounce_off_edge(EnemyShot& shot, bool falls);

/// Reflects a bullet that has entered rock. It continues from its position a tick ago, which has moved with the scenery
/// and the wall. A wall that catches up with a bullet pushes it, which takes a bounce as well. False if that position is
/// in rock, too, or if the bullet has crossed no edge.
bool bounce_off_rock(const StepContext& step, EnemyShot& shot, bool falls);

}  // namespace albireo
