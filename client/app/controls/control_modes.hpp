#pragma once
/// How fire and focus are operated: held, or switched on and off by presses, or (fire) without a key. Owned by an activity.
///
/// 1. A press counts only while the game is played: in a panel the same key may be a choice.
/// 2. With automatic fire, holding the fire key stops the fire.
#include <array>
#include <span>

#include "client/app/controls/bindings.hpp"

namespace albireo::app {

enum class FireMode : std::uint8_t { hold, toggle, automatic };
enum class FocusMode : std::uint8_t { hold, toggle };

class ControlModes {
  public:
    struct Choice {
        FireMode fire = FireMode::hold;
        FocusMode focus = FocusMode::hold;
    };
    /// Takes effect at once. Toggles that are on are switched off.
    void choose(const Choice& choice);
    /// Converts what a person at this machine holds in this frame into what their ship receives.
    Held apply(std::size_t person, Held held);

  private:
    Choice choice_;
    struct Switched {
        bool fire = false, focus = false;
    };
    std::array<Switched, kSlotCount> on_{};
};

}  // namespace albireo::app
