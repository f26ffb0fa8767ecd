#include "client/app/controls/steering.hpp"

namespace albireo::app {

using platform::Key;
using platform::PadButton;

std::optional<Step> step_of(Key key) {
    switch (key) {
        case Key::up:
            return Step::up;
        case Key::down:
            return Step::down;
        case Key::left:
            return Step::left;
        case Key::right:
            return Step::right;
        case Key::enter:
        case Key::pad_enter:
            return Step::accept;
        case Key::escape:
            return Step::back;
        case Key::backspace:
            return Step::erase;
        default:
            return std::nullopt;
    }
}

const std::vector<NavigationStep>& Steering::read(const platform::Input& input, float seconds) {
    steps_.clear();
    for (const platform::Press& press : input.pressed) {
        if (const auto step = step_of(press.key)) steps_.push_back({*step});
    }
    for (std::size_t i = 0; i < input.pads.size(); ++i) {
        const platform::Pad& pad = input.pads[i];
        if (pad.was_pressed(PadButton::up)) steps_.push_back({Step::up, true});
        if (pad.was_pressed(PadButton::down)) steps_.push_back({Step::down, true});
        if (pad.was_pressed(PadButton::left)) steps_.push_back({Step::left, true});
        if (pad.was_pressed(PadButton::right)) steps_.push_back({Step::right, true});
        if (pad.was_pressed(PadButton::south)) steps_.push_back({Step::accept, true});
        if (pad.was_pressed(PadButton::east)) steps_.push_back({Step::back, true});
        if (pad.was_pressed(PadButton::west)) steps_.push_back({Step::erase, true});
        read_stick(pad, sticks_[i], seconds);
    }
    if (input.mouse_back) steps_.push_back({Step::back});
    return steps_;
}

void Steering::read_stick(const platform::Pad& pad, Stick& stick, float seconds) {
    constexpr float kFar = 0.6F;
    const auto side = [](float x) { return x > kFar ? 1 : x < -kFar ? -1 : 0; };
    const int right = pad.here ? side(pad.x) : 0, up = pad.here ? side(pad.y) : 0;
    stick.wait -= seconds;
    const bool moved = right != stick.right || up != stick.up;
    if (moved || ((right != 0 || up != 0) && stick.wait <= 0)) {
        if (up != 0) steps_.push_back({up > 0 ? Step::up : Step::down, true});
        if (right != 0) steps_.push_back({right > 0 ? Step::right : Step::left, true});
        stick.wait = moved ? kFirstRepeat : kRepeat;
    }
    stick.right = right;
    stick.up = up;
}

}  // namespace albireo::app
