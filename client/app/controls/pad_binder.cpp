#include "client/app/controls/pad_binder.hpp"

#include <utility>

namespace albireo::app {

using platform::PadButton;

PadBinding PadBinder::read(const platform::Pad& pad) {
    if (!std::exchange(has_begun_, true)) ignored_ = pad.held & ~pad.pressed;
    ignored_ &= pad.held;
    if (first_ != PadButton::none && !pad.here) first_ = PadButton::none;  // unplugged, which is no letting go
    for (std::size_t i = 0; i < platform::kPadButtonCount; ++i) {
        const auto button = static_cast<PadButton>(i);
        if (!pad.pressed[i] || ignored_[i] || button == first_) continue;
        if (first_ != PadButton::none) return pad.is_held(first_) ? PadBinding{button, first_} : PadBinding{first_};
        first_ = button;
    }
    return first_ == PadButton::none || pad.is_held(first_) ? PadBinding{} : PadBinding{first_};
}

}  // namespace albireo::app
