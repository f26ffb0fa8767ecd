#pragma once
/// What the people of this machine call the controls that a level's messages speak of: "Hold {fire}." is "Hold SPACE."
/// to one player and "Hold K or RIGHT TRIGGER." to another.
#include <array>
#include <string>
#include <string_view>

#include "client/app/controls/bindings.hpp"

namespace albireo::app {

/// Who plays here, and with what.
struct Controllers {
    std::size_t people = 1;                       // one has the whole keyboard, two have a half each
    std::array<bool, platform::kPadsMax> pads{};  // which are plugged in
};

/// The keys and buttons for `control`: the name of an Action, or "move" for the four ways at once. Without any it is the
/// control's own name, and that no key is set.
std::string control_text(const Bindings& bindings, std::string_view control, const Controllers& controllers);

}  // namespace albireo::app
