#include "client/app/replay_viewer/replay_viewer_actions.hpp"

#include <cctype>

namespace albireo::app {
namespace {

using platform::Key;
using Pad = platform::PadButton;

constexpr std::array<ActDef, kActCount> kDefs = {{
    {Act::pause, "pause, resume", "pause", {Key::space, Key::p}, Pad::south},
    {Act::step_back, "one tick back", "tick -", {Key::comma}, Pad::left_bumper},
    {Act::step_on, "one tick forward", "tick +", {Key::period}, Pad::right_bumper},
    {Act::back, "5 seconds back", "- 5 s", {Key::left}, Pad::left},
    {Act::on, "5 seconds forward", "+ 5 s", {Key::right}, Pad::right},
    {Act::far_back, "30 seconds back", "", {Key::page_up}},
    {Act::far_on, "30 seconds forward", "", {Key::page_down}},
    {Act::beginning, "to the beginning", "", {Key::home}},
    {Act::end, "to the end", "", {Key::end}},
    {Act::slower, "slower, to 1/8x", "slower", {Key::down, Key::minus}, Pad::down},
    {Act::faster, "faster, to 32x", "faster", {Key::up, Key::equal, Key::pad_add}, Pad::up},
    {Act::highlight_before, "to the previous highlight", "previous", {Key::n}, Pad::left_trigger, true},
    {Act::highlight_next, "to the next highlight", "next", {Key::n}, Pad::right_trigger},
    {Act::bookmark, "set a bookmark", "bookmark", {Key::b}, Pad::west},
    {Act::remove_bookmark, "remove the bookmark", "", {Key::erase, Key::backspace}},
    {Act::take_over, "take over from here", "take over", {Key::t}, Pad::north},
    {Act::shapes, "hit shapes", "", {Key::h}, Pad::left_stick},
    {Act::inputs, "both players' inputs", "", {Key::i}, Pad::right_stick},
    {Act::picture, "save a screenshot", "", {Key::e}},
    {Act::film, "start or stop filming", "", {Key::f}},
    {Act::list, "all actions", "more", {Key::f1}, Pad::back},
    {Act::leave, "leave", "leave", {Key::escape}, Pad::east},
}};
constexpr bool in_order() {
    for (std::size_t i = 0; i < kActCount; ++i) {
        if (kDefs[i].act != static_cast<Act>(i)) return false;
    }
    return true;
}
static_assert(in_order());

}  // namespace

std::span<const ActDef> act_defs() {
    return kDefs;
}

Act act_of(Key key, bool shift) {
    Act found = Act::none;
    for (const ActDef& def : kDefs) {
        for (const Key each : def.keys) {
            if (each == Key::none || each != key || (def.shift && !shift)) continue;
            // Of two actions on one key, Shift decides; an action that is alone on its key ignores Shift.
            if (found == Act::none || def.shift == shift) found = def.act;
        }
    }
    return found;
}

Act act_of(Pad button) {
    for (const ActDef& def : kDefs) {
        if (def.pad == button && button != Pad::none) return def.act;
    }
    return Act::none;
}

std::string key_text(const ActDef& def) {
    const std::string shift = def.shift ? "Shift+" : "";
    switch (def.keys[0]) {
        case Key::none:
            return "";
        case Key::comma:
            return shift + ",";
        case Key::period:
            return shift + ".";
        case Key::escape:
            return shift + "Esc";
        case Key::erase:
            return shift + "Del";
        case Key::page_up:
            return shift + "PgUp";
        case Key::page_down:
            return shift + "PgDn";
        default: {
            std::string name(platform::name_of(def.keys[0]));
            name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
            return shift + name;
        }
    }
}

std::string_view pad_text(const ActDef& def) {
    return platform::label_of(def.pad);
}

}  // namespace albireo::app
