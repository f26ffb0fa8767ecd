#pragma once
/// A ship that is steered with the mouse: it flies to the pointer as fast as any ship may, and the buttons and the wheel have every action
/// of the game. Owned by the activity's ControlModes.
///
/// 1. One table (kMouseUses) says what each button does, alone and while the forward one is held; docs/playing.md shows it. That one has no use of its own,
///    so that no two uses exclude each other in a fight: focus, fire, charged fire, lightning and the next weapon need no side button.
/// 2. Without side buttons: the second press of a double click with the middle button is as if the forward one were held, and no charged fire. Let go without
///    another use, it pauses.
/// 3. The keys and pads go on working. A key or stick that moves the ship takes over until the mouse moves again.
#include <array>
#include <optional>

#include "client/app/controls/bindings.hpp"

namespace albireo::app {

struct MouseUse {
    Action action;
    platform::MouseButton button = platform::MouseButton::count;  // count: the wheel
    int wheel = 0;                                                // notches: 1 away from the player, -1 towards them
    bool with_forward = false;
};
inline constexpr std::array<MouseUse, kActionCount - 4> kMouseUses = {{
    {.action = Action::fire, .button = platform::MouseButton::left},
    {.action = Action::focus, .button = platform::MouseButton::right},
    {.action = Action::release, .button = platform::MouseButton::middle},
    {.action = Action::next_weapon, .wheel = 1},
    {.action = Action::lightning, .wheel = -1},
    {.action = Action::pause, .button = platform::MouseButton::middle, .with_forward = true},
    {.action = Action::gift, .wheel = 1, .with_forward = true},
    {.action = Action::signal_here, .wheel = -1, .with_forward = true},
    {.action = Action::signal_boss, .button = platform::MouseButton::right, .with_forward = true},
    {.action = Action::signal_lightning, .button = platform::MouseButton::left, .with_forward = true},
    {.action = Action::talk, .button = platform::MouseButton::back},
}};

class MousePilot {
  public:
    /// Call once per frame, with the seconds since the last one, also while a panel has the mouse.
    void pass(float seconds);
    /// Adds what the mouse does in this frame to what the player holds otherwise.
    void add(const platform::Input& input, Held& held);

  private:
    static constexpr float kDoubleClick = 0.3F;  // seconds between the presses, at most
    static constexpr float kLongAgo = 1e9F;

    bool steers_ = false;
    float since_click_ = kLongAgo;  // seconds since the middle button was pressed once
    struct Second {                 // press of a double click
        bool is_down = false, is_used = false;
    } second_;
    bool is_read_ = false;  // add() was called in the last frame
    std::array<bool, kMouseUses.size()> is_on_{};  // held since it was pressed, whatever the forward button does in the meantime
};

/// The place in the field at which the pointer is; nothing before the mouse has moved.
std::optional<Vec2> pointed_at(const platform::Input& input);

/// For the panels, while the mouse steers.
inline platform::Input without_mouse(platform::Input input) {
    input.forget_mouse();
    return input;
}

}  // namespace albireo::app
