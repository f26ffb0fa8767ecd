#pragma once
/// Numbers the system's gamepads: each has a place (first, second, …). Owned by the window.
///
/// 1. Only gamepads have a place: wheels, pedals and keyboards that register as joysticks have none.
/// 2. A gamepad keeps its place while it is connected; a new one takes the first free place.
#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>

#include "client/platform/input.hpp"

namespace albireo::platform {

class PadPlaces {
  public:
    static constexpr int kNone = -1;
    static constexpr std::size_t kJoysticksMax = 16;  // the limit of GLFW

    /// Call once per frame with the joysticks that are gamepads now.
    void update(const std::bitset<kJoysticksMax>& gamepads) {
        for (int& place : places_) {
            if (place != kNone && !gamepads[static_cast<std::size_t>(place)]) place = kNone;
        }
        for (std::size_t i = 0; i < kJoysticksMax; ++i) {
            const auto joystick = static_cast<int>(i);
            if (!gamepads[i] || std::find(places_.begin(), places_.end(), joystick) != places_.end()) continue;
            const auto free = std::find(places_.begin(), places_.end(), kNone);
            if (free != places_.end()) *free = joystick;
        }
    }
    /// The joystick at each place, or kNone.
    const std::array<int, kPadsMax>& all() const { return places_; }

  private:
    std::array<int, kPadsMax> places_ = {kNone, kNone, kNone, kNone};
};

}  // namespace albireo::platform
