#pragma once
/// The actions of the viewer with their keys, pad buttons and names: the one table that input, the bar, the list of
/// actions and the tests read. The mouse uses the bar and the list.
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "client/platform/input.hpp"

namespace albireo::app {

enum class ViewerAction : std::uint8_t {
    pause,
    step_back,
    step_on,
    back,
    on,
    far_back,
    far_on,
    beginning,
    end,
    slower,
    faster,
    highlight_before,
    highlight_next,
    bookmark,
    remove_bookmark,
    take_over,
    shapes,
    inputs,
    picture,
    film,
    list,
    leave,
    count,
    none = count
};
inline constexpr std::size_t kActCount = static_cast<std::size_t>(ViewerAction::count);

struct ActDef {
    ViewerAction act = ViewerAction::none;
    const char* title = "";  // in the list; marked for translation
    const char* label = "";  // in the bar; empty: not shown there
    std::array<platform::Key, 3> keys{};
    platform::PadButton pad = platform::PadButton::none;
    bool shift = false;  // Shift is held with the key
};
/// In the order of ViewerAction.
std::span<const ActDef> act_defs();
inline const ActDef& def_of(ViewerAction act) {
    return act_defs()[static_cast<std::size_t>(act)];
}

/// Returns ViewerAction::none if the key or button has no action.
ViewerAction act_of(platform::Key key, bool shift);
ViewerAction act_of(platform::PadButton button);

/// "Shift+N", "RB"; "" if there is none.
std::string key_text(const ActDef& def);
std::string pad_text(const ActDef& def);

}  // namespace albireo::app
