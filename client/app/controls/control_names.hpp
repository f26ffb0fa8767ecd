#pragma once
/// The names of this machine's controls in a level's messages: "Hold {fire}." becomes "Hold SPACE." for one player and
/// "Hold K or RT." for another.
#include <array>
#include <string>
#include <string_view>

#include "client/app/controls/bindings.hpp"

namespace albireo::app {

/// The name of a key or button as the screens show it, in the player's language: "Left Shift", "LB".
std::string shown_name(platform::Key key);
std::string shown_name(platform::PadButton button);
std::string shown_name(const PadBinding& binding);

/// The people playing here, and their devices.
struct Controllers {
    std::size_t people = 1;                       // one has the whole keyboard, two have a half each
    std::array<bool, platform::kPadsMax> pads{};  // which pads are connected
};

/// The keys and buttons for `control`: the name of an Action, or "move" for all four directions. If none is bound, the
/// control's own name and a note that no key is set.
std::string control_text(const Bindings& bindings, std::string_view control, const Controllers& controllers);

}  // namespace albireo::app
