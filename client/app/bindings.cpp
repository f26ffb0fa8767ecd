#include "client/app/bindings.hpp"

#include <cmath>

namespace albireo::app {
namespace {

using platform::Key;
using platform::PadButton;

constexpr std::array<std::string_view, kActionCount> kNames = {"up",   "down",    "left",      "right",      "focus",
                                                               "fire", "release", "lightning", "next_weapon"};
constexpr std::array<std::uint16_t, kActionCount> kButtons = {kUp,   kDown,    kLeft,      kRight, kFocus,
                                                              kFire, kRelease, kLightning, 0};

}  // namespace

std::string_view name_of(Action action) {
    return kNames[static_cast<std::size_t>(action)];
}

Bindings default_bindings() {
    Bindings bindings;
    // Up, down, left, right, focus, fire, release, lightning, next weapon.
    bindings.alone.keys = {{{Key::up, Key::w},
                            {Key::down, Key::s},
                            {Key::left, Key::a},
                            {Key::right, Key::d},
                            {Key::left_shift, Key::right_shift},
                            {Key::space, Key::z},
                            {Key::x, Key::left_control},
                            {Key::c, Key::e},
                            {Key::v, Key::q}}};
    bindings.halves[0].keys = {
        {{Key::w}, {Key::s}, {Key::a}, {Key::d}, {Key::left_shift}, {Key::space}, {Key::f}, {Key::g}, {Key::q}}};
    bindings.halves[1].keys = {{{Key::up},
                                {Key::down},
                                {Key::left},
                                {Key::right},
                                {Key::right_shift},
                                {Key::enter, Key::pad0},
                                {Key::slash, Key::pad1},
                                {Key::period, Key::pad2},
                                {Key::comma, Key::pad3}}};
    return bindings;
}

std::string conflict_between(const PlayerKeys& one, const PlayerKeys& other) {
    for (std::size_t a = 0; a < kActionCount; ++a) {
        for (std::size_t b = 0; b < kActionCount; ++b) {
            for (const Key key : one.keys[a]) {
                for (const Key twin : other.keys[b]) {
                    if (key == Key::none || key != twin || (&one == &other && b <= a)) continue;
                    return std::string(kNames[a]) + " and " + std::string(kNames[b]) + " are both '" +
                           std::string(platform::name_of(key)) + "'";
                }
            }
        }
    }
    return {};
}

std::string conflict_of(const PlayerKeys& keys) {
    return conflict_between(keys, keys);
}

Held read_keys(const platform::Input& input, const PlayerKeys& keys) {
    Held held;
    for (std::size_t i = 0; i < kActionCount; ++i) {
        for (const Key key : keys.keys[i]) {
            if (key == Key::none) continue;
            // A key pressed and let go between two frames still counts for one.
            if (input.is_held(key) || input.was_pressed(key)) held.buttons |= kButtons[i];
        }
    }
    for (const Key key : keys.of(Action::next_weapon)) held.next_weapon |= key != Key::none && input.was_pressed(key);
    return held;
}

Held read_pad(const platform::Pad& pad, float dead_zone) {
    Held held;
    if (!pad.here) return held;
    const auto add = [&](bool is_held, std::uint16_t button) {
        if (is_held) held.buttons |= button;
    };
    // Eight ways: a stick counts as an axis' button where it points at most 67.5° away from that axis.
    const float reach = std::hypot(pad.x, pad.y);
    constexpr float kShare = 0.38F;
    const bool points = reach > dead_zone;
    add(pad.is_held(PadButton::up) || (points && pad.y > kShare * reach), kUp);
    add(pad.is_held(PadButton::down) || (points && pad.y < -kShare * reach), kDown);
    add(pad.is_held(PadButton::left) || (points && pad.x < -kShare * reach), kLeft);
    add(pad.is_held(PadButton::right) || (points && pad.x > kShare * reach), kRight);
    add(pad.is_held(PadButton::left_bumper), kFocus);
    add(pad.is_held(PadButton::south), kFire);
    add(pad.is_held(PadButton::west), kRelease);
    add(pad.is_held(PadButton::north), kLightning);
    held.next_weapon = pad.was_pressed(PadButton::right_bumper);
    return held;
}

}  // namespace albireo::app
