#pragma once
/// A PID controller that moves a value to its target: acceleration in proportion to the error, its integral and its
/// derivative. Owned by the object that moves.
#include <algorithm>
#include <cmath>

namespace albireo::app {

class Pid {
  public:
    struct Gains {
        float p = 120, i = 4, d = 22;  // 1/s², 1/s³, 1/s: critically damped; settles within a second
    };
    /// Moves the value towards `target` for this time. Returns the new value.
    float tick(float target, float seconds) {
        // Small steps, so that a slow frame oscillates no more than a fast one.
        for (float rest = std::min(seconds, 0.25F); rest > 0; rest -= kStep) {
            const float dt = std::min(rest, kStep);
            const float error = target - at_;
            sum_ = std::clamp(sum_ + error * dt, -0.2F, 0.2F);
            if (std::abs(error) < 0.02F) sum_ = 0;  // there is no constant load to compensate
            speed_ += (gains_.p * error + gains_.i * sum_ - gains_.d * speed_) * dt;
            at_ += speed_ * dt;
        }
        return at_;
    }
    /// A hand moves the value to this place within this time. Released, it moves on with its speed.
    void hold(float at, float seconds) {
        const float share = std::min(seconds / kSmoothing, 1.0F);
        if (seconds > 0) speed_ += ((at - at_) / seconds - speed_) * share;
        at_ = at;
        sum_ = 0;
    }
    float at() const { return at_; }
    float speed() const { return speed_; }

  private:
    static constexpr float kStep = 1.0F / 240;
    static constexpr float kSmoothing = 0.05F;  // seconds: a hand does not move evenly
    Gains gains_;
    float at_ = 0, speed_ = 0, sum_ = 0;
};

}  // namespace albireo::app
