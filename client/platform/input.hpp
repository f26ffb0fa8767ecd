#pragma once
/// The player's input in one frame, as a value: the interface between devices and the game. The window fills it in;
/// tests write it by hand.
#include <array>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::platform {

// clang-format off
enum class Key : std::uint8_t {
    none,
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    n0, n1, n2, n3, n4, n5, n6, n7, n8, n9,
    up, down, left, right, enter, escape, space, tab, backspace, erase, home, end, page_up, page_down,
    left_shift, right_shift, left_control, right_control, left_alt, right_alt,
    comma, period, slash, minus, equal, semicolon, apostrophe,
    f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
    pad0, pad1, pad2, pad3, pad4, pad5, pad6, pad7, pad8, pad9, pad_enter, pad_add,
    pad_subtract, pad_multiply, pad_divide, pad_decimal,
    insert, grave, left_bracket, right_bracket, backslash, world_1, world_2,
    count
};
// clang-format on
inline constexpr std::size_t kKeyCount = static_cast<std::size_t>(Key::count);

/// "a", "left_shift", "up": as settings files write them.
std::string_view name_of(Key key);
std::optional<Key> key_named(std::string_view name);
/// "A", "Left Shift", "Keypad +": as players read it, in English.
std::string label_of(Key key);

enum class PadButton : std::uint8_t {
    south,
    east,
    west,
    north,
    left_bumper,
    right_bumper,
    back,
    start,
    up,
    down,
    left,
    right,
    left_trigger,
    right_trigger,
    left_stick,
    right_stick,
    count,
    none = count
};
inline constexpr std::size_t kPadButtonCount = static_cast<std::size_t>(PadButton::count);
/// "south", "left_trigger": as settings files write them.
std::string_view name_of(PadButton button);
std::optional<PadButton> pad_button_named(std::string_view name);
/// "A", "LT", "D-pad up": as players read it, everywhere. The letters are those of an Xbox pad; "" for none.
std::string_view label_of(PadButton button);

struct Pad {
    bool here = false;
    float x = 0, y = 0;  // of the stick that is pushed farther, −1 … 1, y up
    std::bitset<kPadButtonCount> held, pressed;
    bool is_held(PadButton button) const { return button < PadButton::count && held[static_cast<std::size_t>(button)]; }
    bool was_pressed(PadButton button) const {
        return button < PadButton::count && pressed[static_cast<std::size_t>(button)];
    }
    struct Stick {
        float x = 0, y = 0;
        float reach() const { return x * x + y * y; }
    };
    /// Either stick does the same, so that either hand can play alone.
    void take_sticks(Stick left, Stick right) {
        const Stick& farther = right.reach() > left.reach() ? right : left;
        x = farther.x;
        y = farther.y;
    }
};

inline constexpr std::size_t kPadsMax = 4;

enum class MouseButton : std::uint8_t { left, right, middle, back, forward, count };
inline constexpr std::size_t kMouseButtonCount = static_cast<std::size_t>(MouseButton::count);

/// A key that went down, or a held key that repeats.
struct Press {
    Press(Key which) : key(which) {}  // a press without modifiers converts from its key
    Key key;
    bool shift = false;   // Shift was held when the key went down
    bool repeat = false;  // the key was already down
};

struct Extent {
    int width = 0, height = 0;
};

struct Input {
    std::bitset<kKeyCount> held;
    std::vector<Press> pressed;  // since the last frame, in order; keys that move a selection repeat while held
    bool unknown_key = false;    // a key without a name in Key went down
    std::string typed;           // UTF-8, whole characters
    std::string pasted;          // the clipboard's text, when the player pressed Ctrl+V
    std::array<Pad, kPadsMax> pads;
    float mouse_x = 0, mouse_y = 0;  // in pixels of the window
    bool mouse_moved = false, mouse_held = false, mouse_pressed = false;
    Extent mouse_pixels{};           // … of a picture of this size; empty: the mouse has not moved yet
    bool mouse_back = false;  // the right button was pressed
    std::bitset<kMouseButtonCount> mouse_down, mouse_clicked;  // the buttons that are held, and those that went down
    int wheel = 0;            // notches away from the player
    double wheel_rest = 0;    // … and the share of the next one, in (−1, 1): touchpads scroll by less than a notch at a time
    bool focused = true;
    bool close_asked = false;

    bool is_held(Key key) const { return held[static_cast<std::size_t>(key)]; }
    /// Whether the key went down in this frame; repeats do not count.
    bool was_pressed(Key key) const {
        for (const Press& each : pressed) {
            if (each.key == key && !each.repeat) return true;
        }
        return false;
    }
    /// The mouse has moved to this position, in window coordinates. `pixels` is the picture's size.
    void place_mouse(double right, double down, Extent window, Extent pixels) {
        const auto scale = [](int to, int from) { return to > 0 && from > 0 ? static_cast<double>(to) / from : 1.0; };
        mouse_x = static_cast<float>(right * scale(pixels.width, window.width));
        mouse_y = static_cast<float>(down * scale(pixels.height, window.height));
        mouse_pixels = pixels;
        mouse_moved = true;
    }
    void press_mouse(MouseButton button, bool is_down) {
        const auto i = static_cast<std::size_t>(button);
        mouse_clicked[i] = mouse_clicked[i] || is_down;
        mouse_down[i] = is_down;
        if (button == MouseButton::right) mouse_back |= is_down;
        if (button != MouseButton::left) return;
        mouse_held = is_down;
        mouse_pressed |= is_down;
    }
    /// The wheel has turned, or two fingers have moved on a touchpad: by so many notches away from the player.
    void turn_wheel(double notches) {
        if (notches * wheel_rest < 0) wheel_rest = 0;  // the other way begins at once
        constexpr double kRounding = 1e-6;             // ten tenths are a notch
        wheel_rest += notches;
        const auto whole = static_cast<int>(std::trunc(wheel_rest + std::copysign(kRounding, wheel_rest)));
        wheel += whole;
        wheel_rest -= whole;
    }
    bool is_held(MouseButton button) const { return mouse_down[static_cast<std::size_t>(button)]; }
    bool was_pressed(MouseButton button) const { return mouse_clicked[static_cast<std::size_t>(button)]; }
    void forget_mouse() {
        mouse_moved = mouse_held = mouse_pressed = mouse_back = false;
        mouse_down.reset();
        mouse_clicked.reset();
        wheel = 0;
    }
    /// Clears events that happen once; held keys and buttons remain.
    void next_frame() {
        pressed.clear();
        typed.clear();
        pasted.clear();
        unknown_key = false;
        mouse_moved = mouse_pressed = mouse_back = false;
        mouse_clicked.reset();
        wheel = 0;
        for (Pad& pad : pads) pad.pressed.reset();
    }
};

}  // namespace albireo::platform
