#include "client/app/replay_viewer/replay_viewer_actions.hpp"

#include <cctype>

#include "client/app/controls/control_names.hpp"
#include "client/words/words.hpp"

namespace albireo::app {
namespace {

using platform::Key;
using Pad = platform::PadButton;

constexpr std::array<ActDef, kActCount> kDefs = {{
    {ViewerAction::pause, mark("pause, resume"), mark("pause"), {Key::space, Key::p}, Pad::south},
    {ViewerAction::step_back, mark("one tick back"), mark("tick -"), {Key::comma}, Pad::left_bumper},
    {ViewerAction::step_on, mark("one tick forward"), mark("tick +"), {Key::period}, Pad::right_bumper},
    {ViewerAction::back, mark("5 seconds back"), mark("- 5 s"), {Key::left}, Pad::left},
    {ViewerAction::on, mark("5 seconds forward"), mark("+ 5 s"), {Key::right}, Pad::right},
    {ViewerAction::far_back, mark("30 seconds back"), "", {Key::page_up}},
    {ViewerAction::far_on, mark("30 seconds forward"), "", {Key::page_down}},
    {ViewerAction::beginning, mark("go to the beginning"), "", {Key::home}},
    {ViewerAction::end, mark("go to the end"), "", {Key::end}},
    {ViewerAction::slower, mark("slower (down to 1/8x)"), mark("slower"), {Key::down, Key::minus}, Pad::down},
    {ViewerAction::faster, mark("faster (up to 32x)"), mark("faster"), {Key::up, Key::equal, Key::pad_add}, Pad::up},
    {ViewerAction::highlight_before, mark("go to the previous highlight"), mark("highlight -"), {Key::n}, Pad::left_trigger, true},
    {ViewerAction::highlight_next, mark("go to the next highlight"), mark("highlight +"), {Key::n}, Pad::right_trigger},
    {ViewerAction::bookmark, mark("set a bookmark"), mark("bookmark"), {Key::b}, Pad::west},
    {ViewerAction::remove_bookmark, mark("remove the bookmark"), "", {Key::erase, Key::backspace}},
    {ViewerAction::take_over, mark("take over from here"), mark("take over"), {Key::t}, Pad::north},
    {ViewerAction::shapes, mark("show or hide hitboxes"), "", {Key::h}, Pad::left_stick},
    {ViewerAction::inputs, mark("show or hide both players' inputs"), "", {Key::i}, Pad::right_stick},
    {ViewerAction::picture, mark("save a screenshot"), "", {Key::e}},
    {ViewerAction::film, mark("start or stop filming"), "", {Key::f}},
    {ViewerAction::list, mark("all actions"), mark("actions"), {Key::f1}, Pad::back},
    {ViewerAction::leave, mark("close"), mark("close"), {Key::escape}, Pad::east},
}};
constexpr bool in_order() {
    for (std::size_t i = 0; i < kActCount; ++i) {
        if (kDefs[i].act != static_cast<ViewerAction>(i)) return false;
    }
    return true;
}
static_assert(in_order());

}  // namespace

std::span<const ActDef> act_defs() {
    return kDefs;
}

ViewerAction act_of(Key key, bool shift) {
    ViewerAction found = ViewerAction::none;
    for (const ActDef& def : kDefs) {
        for (const Key each : def.keys) {
            if (each == Key::none || each != key || (def.shift && !shift)) continue;
            // Of two actions on one key, Shift decides; an action that is alone on its key ignores Shift.
            if (found == ViewerAction::none || def.shift == shift) found = def.act;
        }
    }
    return found;
}

ViewerAction act_of(Pad button) {
    for (const ActDef& def : kDefs) {
        if (def.pad == button && button != Pad::none) return def.act;
    }
    return ViewerAction::none;
}

std::string key_text(const ActDef& def) {
    const std::string shift = def.shift ? tr("Shift+") : "";
    switch (def.keys[0]) {
        case Key::none:
            return "";
        case Key::comma:
            return shift + ",";
        case Key::period:
            return shift + ".";
        case Key::escape:
            return shift + tr("Esc");
        default: {
            std::string name = shown_name(def.keys[0]);
            name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));  // of other scripts: as it is
            return shift + name;
        }
    }
}

std::string pad_text(const ActDef& def) {
    return shown_name(def.pad);
}

}  // namespace albireo::app
