#pragma once
/// What is left of a correction, faded in the view and never in a world: the partner's ship glides from where it was
/// drawn to where it is, and his new shots leave from his nose and ease into their true places.
#include <algorithm>
#include <cmath>

namespace albireo::client {

/// A displacement in units to add to the partner's drawn place. Halves every kHalfLifeTicks, between ticks as well.
class PartnerGlide {
  public:
    static constexpr float kHalfLifeTicks = 5.0F;
    static constexpr float kSnapUnits = 8.0F;  // farther than this is a respawn, not a correction

    /// The predicted place has just jumped by (x, y) units.
    void jump(float x, float y) {
        x_ -= x;
        y_ -= y;
        if (x_ * x_ + y_ * y_ > kSnapUnits * kSnapUnits) x_ = y_ = 0;
    }
    void tick() {
        x_ = x(1);
        y_ = y(1);
    }
    /// What is left at `alpha`, 0 … 1, of the way to the next tick().
    float x(float alpha) const { return x_ * kept(alpha); }
    float y(float alpha) const { return y_ * kept(alpha); }

  private:
    static float kept(float ticks) { return std::exp2(-ticks / kHalfLifeTicks); }

    float x_ = 0;
    float y_ = 0;
};

/// How far along its way from the partner's nose (0) to its true place (1) a shot is drawn, by the ticks it is known.
inline float shot_ease(float known_ticks) {
    constexpr float kEaseTicks = 20.0F;
    const float w = std::clamp(known_ticks / kEaseTicks, 0.0F, 1.0F);
    return w * w * (3 - 2 * w);
}

}  // namespace albireo::client
