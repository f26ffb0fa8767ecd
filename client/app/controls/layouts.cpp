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

/// Of a half of the pad: its stick moves the ship, the fingers are on its bumper and trigger, and the thumb reaches the rest. With the trigger
/// held, which is focus, only the call "here!" is out of reach. Each combination takes a button whose own action begins with a press: nothing
/// else happens when the other button is let go first.
struct PadHalf {
    PadButton bumper, trigger, far, near, inner, outer, stick, menu;
};
constexpr PlayerPad one_handed(const PadHalf& half) {
    constexpr PadBinding kStick;
    return {{kStick, kStick, kStick, kStick,     // up, down, left, right
             half.trigger,                       // focus
             half.bumper,                        // fire
             half.far,                           // charged fire
             half.near,                          // lightning
             half.inner,                         // next weapon
             half.menu,                          // pause
             {half.outer, half.trigger},         // gift
             half.outer,                         // the call "here!"
             {half.outer, half.stick},           // "boss!"
             {half.inner, half.stick},           // "lightning!"
             half.stick}};                       // talk, as in the usual layout
}
constexpr PlayerPad kLeftHandPad = one_handed({PadButton::left_bumper, PadButton::left_trigger, PadButton::up, PadButton::down, PadButton::right, PadButton::left,
                                               PadButton::left_stick, PadButton::back});
constexpr PlayerPad kRightHandPad = one_handed({PadButton::right_bumper, PadButton::right_trigger, PadButton::north, PadButton::south, PadButton::west, PadButton::east,
                                                PadButton::right_stick, PadButton::start});

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
