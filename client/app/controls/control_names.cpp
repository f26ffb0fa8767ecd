#include "client/app/controls/control_names.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "client/text/utf8.hpp"
#include "client/words/format.hpp"

namespace albireo::app {
namespace {

using platform::Key;
using platform::PadButton;

constexpr std::string_view kMove = "move";
constexpr std::array<Action, 4> kWays = {Action::up, Action::left, Action::down, Action::right};

/// "left_shift" as "left shift".
std::string with_spaces(std::string_view name) {
    std::string text(name);
    std::ranges::replace(text, '_', ' ');
    return text;
}

/// Capitals of ASCII and of the letters à … þ.
std::string in_capitals(std::string_view text) {
    std::string capitals;
    text::for_each_letter(text, [&](char32_t code) {
        const bool is_small = (code >= U'a' && code <= U'z') || (code >= U'à' && code <= U'þ' && code != U'÷');
        text::append_letter(capitals, is_small ? code - 0x20 : code);
    });
    return capitals;
}

std::optional<Action> action_named(std::string_view name) {
    for (std::size_t i = 0; i < kActionCount; ++i) {
        if (name_of(static_cast<Action>(i)) == name) return static_cast<Action>(i);
    }
    return std::nullopt;
}

/// The first key of an action; "" if it has none.
std::string key_text(const PlayerKeys& keys, Action action) {
    for (const Key key : keys.of(action)) {
        if (key != Key::none) return in_capitals(shown_name(key));
    }
    return {};
}

std::string ways_text(const PlayerKeys& keys) {
    constexpr std::array<Key, 4> kArrows = {Key::up, Key::left, Key::down, Key::right};
    bool arrows = true;
    std::string text;
    for (std::size_t i = 0; i < kWays.size(); ++i) {
        arrows = arrows && keys.of(kWays[i])[0] == kArrows[i];
        const std::string key = key_text(keys, kWays[i]);
        if (!key.empty()) text += (text.empty() ? "" : " ") + key;
    }
    return arrows ? tr("the ARROW KEYS") : text;
}

}  // namespace

std::string shown_name(Key key) {
    return translated(platform::label_of(key));
}

std::string shown_name(PadButton button) {
    const std::string_view label = platform::label_of(button);
    // Other labels are printed on pads, such as "Start".
    return label.starts_with("D-") ? translated(label) : std::string(label);
}

std::string shown_name(const PadBinding& binding) {
    return binding.with == PadButton::none ? shown_name(binding.button) : shown_name(binding.with) + "+" + shown_name(binding.button);
}

std::string control_text(const Bindings& bindings, std::string_view control, const Controllers& controllers) {
    const bool moves = control == kMove;
    const std::optional<Action> action = action_named(control);
    std::vector<std::string> all;
    const auto add = [&](const std::string& text) {
        if (!text.empty() && std::ranges::find(all, text) == all.end()) all.push_back(text);
    };
    for (std::size_t person = 0; person < controllers.people; ++person) {
        const PlayerKeys& keys = controllers.people == 1 ? bindings.alone : bindings.halves[person];
        if (moves) add(ways_text(keys));
        if (action) add(key_text(keys, *action));
        // Pads are assigned to people as in hold_all().
        for (std::size_t pad = 0; pad < controllers.pads.size(); ++pad) {
            if (!controllers.pads[pad] || pad % controllers.people != person) continue;
            if (moves) add(tr("the STICK"));
            const PlayerPad& buttons = bindings.pads[pad % bindings.pads.size()];
            if (action) add(shown_name(buttons.of(*action)));
        }
    }
    if (all.empty()) return moves || action ? tr_f("{} (no key is set)", in_capitals(with_spaces(control))) : in_capitals(with_spaces(control));
    std::string text;
    for (const std::string& each : all) text = text.empty() ? each : tr_f("{} or {}", text, each);
    return text;
}

}  // namespace albireo::app
