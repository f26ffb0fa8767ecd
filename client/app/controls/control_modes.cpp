#include "client/app/controls/control_modes.hpp"

#include <cassert>

namespace albireo::app {
namespace {

void set(Held& held, std::uint16_t button, bool on, bool is_new) {
    const auto others = static_cast<std::uint16_t>(~button);
    held.buttons = static_cast<std::uint16_t>((held.buttons & others) | (on ? button : 0));
    held.pressed = static_cast<std::uint16_t>((held.pressed & others) | (on && is_new ? button : 0));
}

/// Each press switches the button on or off.
void toggle(Held& held, std::uint16_t button, bool& on) {
    const bool is_pressed = (held.pressed & button) != 0;
    if (is_pressed) on = !on;
    set(held, button, on, is_pressed);
}

}  // namespace

void ControlModes::choose(const Choice& choice) {
    choice_ = choice;
    on_ = {};
}

Held ControlModes::apply(std::size_t person, Held held) {
    assert(person < on_.size() && "at most two people play at one machine");
    if (choice_.fire == FireMode::toggle) toggle(held, kFire, on_[person].fire);
    if (choice_.fire == FireMode::automatic) set(held, kFire, (held.buttons & kFire) == 0, false);
    if (choice_.focus == FocusMode::toggle) toggle(held, kFocus, on_[person].focus);
    return held;
}

}  // namespace albireo::app
