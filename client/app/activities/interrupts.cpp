#include "client/app/activities/interrupts.hpp"

#include <cmath>

namespace albireo::app {

void Interrupts::watch(const platform::Input& input, float dead_zone, float seconds) {
    if (input.focused != focused_) {
        focused_ = input.focused;
        focus_asks_ = !focused_;
    }
    for (std::size_t i = 0; i < platform::kPadsMax; ++i) {
        const platform::Pad& pad = input.pads[i];
        const bool is_touched = pad.held.any() || pad.pressed.any() || std::hypot(pad.x, pad.y) > dead_zone;
        idle_[i] = is_touched ? 0 : !here_[i] ? kIdleSeconds : idle_[i] + seconds;
        if (here_[i] && !pad.here && idle_[i] < kIdleSeconds) {
            lost_ = i;
            pad_asks_ = pad_gone_ = true;
        }
        if (pad.here && pad_gone_ && lost_ == i) forget_pad();
        here_[i] = pad.here;
    }
}

}  // namespace albireo::app
