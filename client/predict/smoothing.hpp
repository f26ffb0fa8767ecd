#pragma once
/// The remainder of a correction, faded out in the view and never in a world. The partner's ship glides from where it
/// was drawn to where it is, and the partner's new shots leave from the ship's nose and ease into their true positions.
#include <algorithm>
#include <cassert>
#include <cmath>

namespace albireo::client {

/// A displacement in units to add to the partner's drawn position. Halves every kHalfLifeTicks, continuously between
/// ticks.
class PartnerGlide {
  public:
    static constexpr float kHalfLifeTicks = 5.0F;
    static constexpr float kSnapUnits = 8.0F;  // a larger jump is a respawn, not a correction

    /// The predicted position has just jumped by (x, y) units.
    void jump(float x, float y) {
        x_ -= x;
        y_ -= y;
        if (x_ * x_ + y_ * y_ > kSnapUnits * kSnapUnits) x_ = y_ = 0;
    }
    void tick() {
        x_ = x(1);
        y_ = y(1);
    }
    /// The remainder at `alpha`, 0 … 1, of the time to the next tick().
    float x(float alpha) const { return x_ * kept(alpha); }
    float y(float alpha) const { return y_ * kept(alpha); }

  private:
    static float kept(float ticks) {
        assert(ticks >= 0 && "the remainder of a correction only shrinks");
        return std::exp2(-ticks / kHalfLifeTicks);
    }

    float x_ = 0;
    float y_ = 0;
};

/// How far along its way from the partner's nose (0) to its true position (1) a shot is drawn, by the ticks since it
/// became known.
inline float shot_ease(float known_ticks) {
    constexpr float kEaseTicks = 20.0F;
    const float w = std::clamp(known_ticks / kEaseTicks, 0.0F, 1.0F);
    return w * w * (3 - 2 * w);
}

}  // namespace albireo::client
