#include "replays/view_clock.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "sim/base/limits.hpp"

namespace albireo::replays {

void ViewClock::set_growing(bool grows) {
    grows_ = grows;
    live_ = live_ && grows;
}

/// In ticks of the replay for each tick of real time. Live, it is a little more or less than 1, so that kLiveTicks are in store; less
/// if the players play slowly.
double ViewClock::pace(std::uint32_t behind) const {
    if (!is_live()) return std::exp2(speed_);
    const double spare = static_cast<double>(behind) - kLiveTicks;
    return std::clamp(1 + spare / (10 * kTicksPerSecond), 0.5, 1.25);
}

std::uint32_t ViewClock::advance(double seconds, std::uint32_t behind) {
    if (paused_) return 0;
    due_ += std::min(seconds, kSecondsAtOnceMax) * kTicksPerSecond * pace(behind);
    const auto ticks = static_cast<std::uint32_t>(due_);
    due_ -= ticks;
    if (ticks <= behind) return ticks;
    due_ = 0;
    if (grows_) {  // more is about to arrive
        live_ = true;
        speed_ = 0;
    } else {
        paused_ = true;
    }
    return behind;
}

float ViewClock::alpha() const {
    return paused_ || due_ <= 0 ? 1.0F : static_cast<float>(std::min(due_, 1.0));
}

void ViewClock::toggle_pause() {
    paused_ = !paused_;
    if (paused_) live_ = false;
}

void ViewClock::halt() {
    paused_ = true;
    live_ = false;
    due_ = 0;
}

void ViewClock::faster(int steps) {
    if (is_live() && steps > 0) return;  // nothing is ahead
    speed_ = std::clamp(speed_ + steps, kSlowest, kFastest);
    if (speed_ < 0) live_ = false;
}

std::int64_t ViewClock::jump(std::int64_t to, std::int64_t begin, std::int64_t end) {
    assert(begin <= end && "a replay does not end before it begins");
    live_ = grows_ && to + kLiveTicks >= end;
    if (live_) {
        to = end - kLiveTicks;
        speed_ = 0;
    }
    due_ = 0;
    return std::clamp(to, begin, end);
}

void ViewClock::begin_film() {
    paused_ = false;
    due_ = 1;  // the shown tick is filmed in full
}

std::uint32_t ViewClock::advance_film() {
    assert(!paused_ && "a film is not advanced while it is paused");
    due_ += std::exp2(speed_);
    const auto ticks = static_cast<std::uint32_t>(std::max(std::ceil(due_) - 1, 0.0));
    due_ -= ticks;
    return ticks;
}

}  // namespace albireo::replays
