#include "client/platform/input.hpp"

namespace albireo::platform {
namespace {

// In the order of Key: as settings files write them.
// clang-format off
constexpr std::array<std::string_view, kKeyCount> kNames = {
    "none", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u",
    "v", "w", "x", "y", "z", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "up", "down", "left", "right",
    "enter", "escape", "space", "tab", "backspace", "delete", "home", "end", "page_up", "page_down", "left_shift",
    "right_shift", "left_control", "right_control", "left_alt", "right_alt", "comma", "period", "slash", "minus",
    "equal", "semicolon", "apostrophe", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12",
    "pad0", "pad1", "pad2", "pad3", "pad4", "pad5", "pad6", "pad7", "pad8", "pad9", "pad_enter", "pad_add",
    "pad_subtract", "pad_multiply", "pad_divide", "pad_decimal", "insert", "grave", "left_bracket", "right_bracket",
    "backslash", "world_1", "world_2"};
// clang-format on
static_assert(!kNames.back().empty());

// From Key::pad0 to Key::pad_decimal.
constexpr std::array<std::string_view, 16> kKeypadLabels = {
    "Keypad 0", "Keypad 1", "Keypad 2",     "Keypad 3", "Keypad 4", "Keypad 5", "Keypad 6", "Keypad 7",
    "Keypad 8", "Keypad 9", "Keypad Enter", "Keypad +", "Keypad -", "Keypad *", "Keypad /", "Keypad ."};

// In the order of PadButton.
constexpr std::array<std::string_view, kPadButtonCount> kPadNames = {
    "south",  "east",     "west",     "north",     "left_bumper",  "right_bumper",  "back",       "start",
    "pad_up", "pad_down", "pad_left", "pad_right", "left_trigger", "right_trigger", "left_stick", "right_stick"};
static_assert(!kPadNames.back().empty());
constexpr std::array<std::string_view, kPadButtonCount> kPadLabels = {
    "A",    "B",      "X",      "Y",       "LB", "RB", "Back", "Start",
    "D-pad up", "D-pad down", "D-pad left", "D-pad right", "LT", "RT", "LS",   "RS"};
static_assert(!kPadLabels.back().empty());

}  // namespace

std::string_view name_of(Key key) {
    return key < Key::count ? kNames[static_cast<std::size_t>(key)] : kNames[0];
}

std::optional<Key> key_named(std::string_view name) {
    for (std::size_t i = 0; i < kKeyCount; ++i) {
        if (kNames[i] == name) return static_cast<Key>(i);
    }
    return std::nullopt;
}

std::string label_of(Key key) {
    if (key >= Key::pad0 && key <= Key::pad_decimal) {
        return std::string(kKeypadLabels[static_cast<std::size_t>(key) - static_cast<std::size_t>(Key::pad0)]);
    }
    std::string label;
    for (const char each : name_of(key)) {
        const bool begins_word = label.empty() || label.back() == ' ';
        const bool is_small = each >= 'a' && each <= 'z';
        label += each == '_' ? ' ' : static_cast<char>(begins_word && is_small ? each - 'a' + 'A' : each);
    }
    return label;
}

std::string_view name_of(PadButton button) {
    return button < PadButton::count ? kPadNames[static_cast<std::size_t>(button)] : "none";
}

std::string_view label_of(PadButton button) {
    return button < PadButton::count ? kPadLabels[static_cast<std::size_t>(button)] : "";
}

std::optional<PadButton> pad_button_named(std::string_view name) {
    for (std::size_t i = 0; i < kPadButtonCount; ++i) {
        if (kPadNames[i] == name) return static_cast<PadButton>(i);
    }
    return std::nullopt;
}

}  // namespace albireo::platform
