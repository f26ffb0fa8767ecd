#pragma once
/// Turns keys, pads and the wheel into steps through a list. Every screen of the game is operated through it. Owned by
/// the owner of the list.
///
/// 1. Steps come in the order in which keys were pressed, even if several were pressed in one frame.
/// 2. A held stick repeats, as a held key does.
#include <optional>
#include <vector>

#include "client/platform/input.hpp"

namespace albireo::app {

enum class Step : std::uint8_t { up, down, left, right, accept, back, erase };

struct NavigationStep {
    Step step = Step::up;
    bool by_pad = false;  // the player uses a pad
};

/// The step for a key.
std::optional<Step> step_of(platform::Key key);

class Steering {
  public:
    const std::vector<NavigationStep>& read(const platform::Input& input, float seconds);

  private:
    static constexpr float kFirstRepeat = 0.4F, kRepeat = 0.12F;  // seconds
    struct Stick {
        int right = 0, up = 0;
        float wait = 0;
    };
    void read_stick(const platform::Pad& pad, Stick& stick, float seconds);

    std::vector<NavigationStep> steps_;
    std::array<Stick, platform::kPadsMax> sticks_{};
};

/// A panel that opens by itself may surprise a player who is pressing fire. For a moment, "accept" and a pad's "back" may
/// still be meant for the game below it, and are ignored. A panel that the player has requested takes them at once.
class AccidentalPressGuard {
  public:
    /// The next panel was requested by the player.
    void expect() { expected_ = kExpected; }
    /// Call once per frame. `is_new`: the panel is not that of the last frame, or has closed.
    void pass(float seconds, bool is_new) {
        expected_ -= seconds;
        settling_ -= seconds;
        if (!is_new) return;
        settling_ = expected_ > 0 ? 0 : kSettling;
        expected_ = 0;
    }
    bool is_accidental(const NavigationStep& navigation) const {
        return settling_ > 0 && (navigation.step == Step::accept || (navigation.step == Step::back && navigation.by_pad));
    }

  private:
    static constexpr float kSettling = 0.7F;  // seconds
    static constexpr float kExpected = 2.5F;  // a pause begins only after the lead
    float expected_ = 0, settling_ = 0;
};

}  // namespace albireo::app
