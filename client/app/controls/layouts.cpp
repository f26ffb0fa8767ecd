// Bindings for one hand.
#include "client/app/controls/bindings.hpp"

namespace albireo::app {
namespace {

using platform::Key;
using platform::PadButton;

/// The thumb fires, the little finger slows down.
constexpr PlayerKeys kLeftHandKeys = {{{{Key::w},
                                        {Key::s},
                                        {Key::a},
                                        {Key::d},
                                        {Key::left_shift},
                                        {Key::space},
                                        {Key::f},
                                        {Key::e},
                                        {Key::q},
                                        {Key::tab},
                                        {Key::g},
                                        {Key::n1},
                                        {Key::n2},
                                        {Key::n3},
                                        {Key::t}}}};
constexpr PlayerKeys kRightHandKeys = {{{{Key::i},
                                         {Key::k},
                                         {Key::j},
                                         {Key::l},
                                         {Key::h},
                                         {Key::space},
                                         {Key::u},
                                         {Key::o},
                                         {Key::p},
                                         {Key::backspace},
                                         {Key::semicolon},
                                         {Key::n8},
                                         {Key::n9},
                                         {Key::n0},
                                         {Key::y}}}};

/// The left stick moves the ship; the fingers are on the bumper and the trigger, and the thumb reaches the directional pad.
constexpr PlayerPad kLeftHandPad = {{PadButton::none, PadButton::none, PadButton::none, PadButton::none, PadButton::left_trigger,
                                     PadButton::left_bumper, PadButton::up, PadButton::left_stick, PadButton::right, PadButton::back,
                                     PadButton::down, PadButton::left, PadButton::none, PadButton::none, PadButton::none}};
/// The four buttons move the ship.
constexpr PlayerPad kRightHandPad = {{PadButton::north, PadButton::south, PadButton::west, PadButton::east, PadButton::right_trigger,
                                      PadButton::right_bumper, PadButton::none, PadButton::right_stick, PadButton::none,
                                      PadButton::start, PadButton::none, PadButton::none, PadButton::none, PadButton::none, PadButton::none}};

}  // namespace

void set_layout(Bindings& bindings, Board board, Layout layout) {
    Bindings fresh = default_bindings();
    const bool is_standard = layout == Layout::standard || !has_layouts(board);
    const bool is_left = layout == Layout::left_hand;
    if (is_pad(board)) {
        pad_of(bindings, board) = is_standard ? pad_of(fresh, board) : is_left ? kLeftHandPad : kRightHandPad;
    } else {
        keys_of(bindings, board) = is_standard ? keys_of(fresh, board) : is_left ? kLeftHandKeys : kRightHandKeys;
    }
}

std::optional<Layout> layout_of(const Bindings& bindings, Board board) {
    for (std::size_t i = 0; i < kLayoutCount; ++i) {
        Bindings with = bindings;
        set_layout(with, board, static_cast<Layout>(i));
        bool is_same = true;
        for (std::size_t a = 0; a < kActionCount; ++a) {
            const auto action = static_cast<Action>(a);
            is_same = is_same && text_of(with, board, action) == text_of(bindings, board, action);
        }
        if (is_same) return static_cast<Layout>(i);
    }
    return std::nullopt;
}

}  // namespace albireo::app
