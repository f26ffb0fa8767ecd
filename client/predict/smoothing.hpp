#pragma once
/// The partner's new shots start at the nose of their drawn ship and ease into their true positions. A withdrawn shot
/// fades. Both happen only in the view, never in a world.
#include <algorithm>

namespace albireo::client {

/// How far a shot is drawn from the nose of the partner's ship (0) to its true position (1), by the ticks since it
/// became known.
inline float shot_ease(float known_ticks) {
    constexpr float kEaseTicks = 20.0F;
    const float w = std::clamp(known_ticks / kEaseTicks, 0.0F, 1.0F);
    return w * w * (3 - 2 * w);
}

/// The opacity of a withdrawn shot, by the ticks since it was withdrawn.
inline constexpr float kShotFadeTicks = 12.0F;
inline float shot_fade(float withdrawn_ticks) {
    return std::clamp(1 - withdrawn_ticks / kShotFadeTicks, 0.0F, 1.0F);
}

}  // namespace albireo::client
