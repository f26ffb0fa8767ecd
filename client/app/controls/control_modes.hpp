#pragma once
/// How fire and focus are operated: held, or switched on and off by presses, or (fire) without a key; and whether the mouse steers. Owned by
/// an activity.
///
/// 1. A press counts only while the game is played: in a panel the same key may be a choice.
/// 2. With automatic fire, holding the fire key stops the fire.
#include <array>
#include <span>

#include "client/app/controls/bindings.hpp"
#include "client/app/controls/mouse.hpp"

namespace albireo::app {

enum class FireMode : std::uint8_t { hold, toggle, automatic };
enum class FocusMode : std::uint8_t { hold, toggle };

class ControlModes {
  public:
    struct Choice {
        FireMode fire = FireMode::hold;
        FocusMode focus = FocusMode::hold;
        bool mouse = false;  // the first player's ship follows it
    };
    /// Takes effect at once. Toggles that are on are switched off.
    void choose(const Choice& choice);
    /// Converts what a person at this machine holds in this frame into what their ship receives.
    Held apply(std::size_t person, Held held);
    /// Call once per frame, with the seconds since the last one.
    void pass(float seconds) { pilot_.pass(seconds); }
    /// Adds the mouse to what the first player holds, if it steers.
    void add_mouse(const platform::Input& input, Held& held) {
        if (choice_.mouse) pilot_.add(input, held);
    }
    bool has_mouse() const { return choice_.mouse; }

  private:
    Choice choice_;
    struct Switched {
        bool fire = false, focus = false;
    };
    std::array<Switched, kSlotCount> on_{};
    MousePilot pilot_;
};

}  // namespace albireo::app
