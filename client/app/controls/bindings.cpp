#include "client/app/controls/bindings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "client/app/controls/control_modes.hpp"
#include "client/words/format.hpp"

namespace albireo::app {
namespace {

using platform::Key;
using platform::PadButton;

constexpr std::array<std::string_view, kActionCount> kNames = {"up",   "down",    "left",      "right",       "focus",
                                                               "fire", "release", "lightning", "next_weapon", "pause",
                                                               "gift", "signal_here", "signal_boss", "signal_lightning", "talk"};
constexpr std::array<std::uint16_t, kActionCount> kButtons = {kUp,   kDown,    kLeft,      kRight, kFocus,
                                                              kFire, kRelease, kLightning, 0,      0,      kGift, 0, 0, 0, 0};
constexpr std::array<Action, bot::kHeldSignals> kSignals = {Action::signal_here, Action::signal_boss, Action::signal_lightning};

template <class Self>
auto& keys_in(Self& bindings, Board board) {
    return board == Board::alone ? bindings.alone : bindings.halves[board == Board::right ? 1 : 0];
}
template <class Self>
auto& pad_in(Self& bindings, Board board) {
    return bindings.pads[board == Board::second_pad ? 1 : 0];
}

bool has(const std::array<Key, 2>& keys, Key key) {
    return key != Key::none && (keys[0] == key || keys[1] == key);
}
bool share(const std::array<Key, 2>& one, const std::array<Key, 2>& other) {
    return has(other, one[0]) || has(other, one[1]);
}

}  // namespace

std::string_view name_of(Action action) {
    return kNames[static_cast<std::size_t>(action)];
}

std::string title_of(Action action) {
    constexpr std::array<const char*, kActionCount> kTitles = {
        mark("Up"), mark("Down"), mark("Left"), mark("Right"), mark("Focus"), mark("Fire"), mark("Charged fire"),
        mark("Lightning"), mark("Next weapon"), mark("Pause"), mark("Give gold bar to partner"), mark("Call \"here!\""), mark("Call \"boss!\""), mark("Call \"lightning!\""), mark("Talk")};
    return tr(kTitles[static_cast<std::size_t>(action)]);
}

Bindings default_bindings() {
    Bindings bindings;
    // Up, down, left, right, focus, fire, release, lightning, next weapon, pause, gift, calls, talk. Players at one machine need neither calls nor voice.
    bindings.alone.keys = {{{Key::up, Key::w},
                            {Key::down, Key::s},
                            {Key::left, Key::a},
                            {Key::right, Key::d},
                            {Key::left_shift, Key::right_shift},
                            {Key::space, Key::z},
                            {Key::x, Key::left_control},
                            {Key::c, Key::e},
                            {Key::v, Key::q},
                            {Key::p},
                            {Key::g},
                            {Key::n1},
                            {Key::n2},
                            {Key::n3},
                            {Key::t}}};
    bindings.halves[0].keys = {{{Key::w},
                                {Key::s},
                                {Key::a},
                                {Key::d},
                                {Key::left_shift},
                                {Key::space},
                                {Key::f},
                                {Key::g},
                                {Key::q},
                                {Key::p},
                                {Key::r}}};
    bindings.halves[1].keys = {{{Key::up},
                                {Key::down},
                                {Key::left},
                                {Key::right},
                                {Key::right_shift},
                                {Key::enter, Key::pad0},
                                {Key::slash, Key::pad1},
                                {Key::period, Key::pad2},
                                {Key::comma, Key::pad3},
                                {Key::backspace, Key::pad_enter},
                                {Key::semicolon, Key::pad4}}};
    for (PlayerPad& pad : bindings.pads) {
        pad.buttons = {PadButton::up,           PadButton::down,  PadButton::left, PadButton::right,
                       PadButton::left_bumper,  PadButton::south, PadButton::west, PadButton::north,
                       PadButton::right_bumper, PadButton::start, PadButton::east,
                       PadButton::left_trigger, PadButton::right_trigger, PadButton::back,
                       PadButton::left_stick};
    }
    return bindings;
}

PlayerKeys& keys_of(Bindings& bindings, Board board) {
    return keys_in(bindings, board);
}
PlayerPad& pad_of(Bindings& bindings, Board board) {
    return pad_in(bindings, board);
}

std::string text_of(const Bindings& bindings, Board board, Action action) {
    if (is_pad(board)) {
        const PadBinding& pad = pad_in(bindings, board).of(action);
        const std::string held = pad.with == PadButton::none ? "" : std::string(platform::name_of(pad.with)) + "+";
        return pad.is_none() ? "" : held + std::string(platform::name_of(pad.button));
    }
    std::string text;
    for (const Key key : keys_in(bindings, board).of(action)) {
        if (key != Key::none) text += (text.empty() ? "" : " ") + std::string(platform::name_of(key));
    }
    return text;
}

std::string read_binding(const std::string& text, Bindings& bindings, Board board, Action action) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; stream >> word;) words.push_back(word);
    if (is_pad(board)) {
        if (words.size() > 1) return tr("one button at most");
        PadBinding read;
        if (!words.empty()) {
            const auto plus = words[0].find('+');
            if (plus != std::string::npos) {
                const auto held = platform::pad_button_named(words[0].substr(0, plus));
                if (!held) return tr_f("there is no button '{}'", words[0].substr(0, plus));
                read.with = *held;
            }
            const std::string name = plus == std::string::npos ? words[0] : words[0].substr(plus + 1);
            const auto button = platform::pad_button_named(name);
            if (!button || *button == read.with) return tr_f("there is no button '{}'", name);
            read.button = *button;
        }
        pad_in(bindings, board).of(action) = read;
        return {};
    }
    std::array<Key, 2> keys{};
    if (words.size() > keys.size()) return tr("two keys at most");
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto key = platform::key_named(words[i]);
        if (!key) return tr_f("there is no key '{}'", words[i]);
        if (is_reserved(*key)) return tr_f("the key '{}' is reserved", words[i]);
        keys[i] = *key;
    }
    keys_in(bindings, board).of(action) = keys;
    return {};
}

bool is_reserved(Key key) {
    return key == Key::escape || (key >= Key::f1 && key <= Key::f12);
}

std::string conflict_of(const Bindings& bindings, Board board, Action action) {
    for (std::size_t i = 0; i < kActionCount; ++i) {
        const Action twin = static_cast<Action>(i);
        if (is_pad(board)) {
            const PlayerPad& pad = pad_in(bindings, board);
            if (twin != action && !pad.of(action).is_none() && pad.of(action) == pad.of(twin)) return tr_f("taken: {}", title_of(twin));
            continue;
        }
        const auto& keys = keys_in(bindings, board).of(action);
        if (twin != action && share(keys, keys_in(bindings, board).of(twin))) return tr_f("taken: {}", title_of(twin));
        if (board == Board::alone || (action == Action::pause && twin == action)) continue;
        const PlayerKeys& others = keys_in(bindings, board == Board::left ? Board::right : Board::left);
        if (share(keys, others.of(twin))) return tr_f("other player: {}", title_of(twin));
    }
    return {};
}

platform::Input input_for(const platform::Input& input, const Bindings& bindings, const std::array<bool, 2>& players) {
    constexpr std::array<std::pair<Action, Key>, 3> kSteps = {
        {{Action::up, Key::up}, {Action::down, Key::down}, {Action::fire, Key::enter}}};
    const auto is_bound = [](const PlayerKeys& keys, Key key) {
        return std::any_of(keys.keys.begin(), keys.keys.end(), [&](const auto& each) { return has(each, key); });
    };
    platform::Input left = input;
    left.pressed.clear();
    for (platform::Press press : input.pressed) {
        bool is_theirs = false, is_others = false;
        std::optional<Key> as_step;
        for (std::size_t i = 0; i < players.size(); ++i) {
            (players[i] ? is_theirs : is_others) |= is_bound(bindings.halves[i], press.key);
            for (const auto& [action, step] : kSteps) {
                if (players[i] && has(bindings.halves[i].of(action), press.key)) as_step = step;
            }
        }
        if (is_others && !is_theirs) continue;
        press.key = as_step.value_or(press.key);
        left.pressed.push_back(press);
    }
    for (std::size_t pad = 0; pad < left.pads.size(); ++pad) {
        if (!players[pad % players.size()]) left.pads[pad] = {};
    }
    return left;
}

void take(Held& held, Action action, bool begins, bool is_on) {
    const std::uint16_t button = kButtons[static_cast<std::size_t>(action)];
    if (begins) held.pressed |= button;
    // What was pressed and released within the frame counts, too.
    if (begins || is_on) held.buttons |= button;
    if (action == Action::next_weapon) held.next_weapon |= begins;
    if (action == Action::pause) held.pause |= begins;
    if (action == Action::talk) held.talks |= is_on;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        if (begins && kSignals[i] == action) held.signals |= static_cast<std::uint8_t>(1U << i);
    }
}

Held read_keys(const platform::Input& input, const PlayerKeys& keys) {
    Held held;
    for (std::size_t i = 0; i < kActionCount; ++i) {
        for (const Key key : keys.keys[i]) {
            if (key != Key::none) take(held, static_cast<Action>(i), input.was_pressed(key), input.is_held(key));
        }
    }
    return held;
}

Held read_pad(const platform::Pad& pad, const PlayerPad& buttons, float dead_zone) {
    Held held;
    if (!pad.here) return held;
    // While the held button of a combination is down, the pressed one has no other action.
    const auto is_on = [&](const PadBinding& binding) {
        if (binding.with != PadButton::none) return pad.is_held(binding.with);
        return std::ranges::none_of(buttons.buttons, [&](const PadBinding& other) {
            return other.with != PadButton::none && other.button == binding.button && pad.is_held(other.with);
        });
    };
    for (std::size_t i = 0; i < kActionCount; ++i) {
        const PadBinding& binding = buttons.buttons[i];
        if (is_on(binding)) take(held, static_cast<Action>(i), pad.was_pressed(binding.button), pad.is_held(binding.button));
    }
    // Eight directions: a stick counts as an axis' button where it points at most 67.5° away from that axis.
    const float reach = std::hypot(pad.x, pad.y);
    constexpr float kShare = 0.38F;
    if (reach <= dead_zone) return held;
    if (pad.y > kShare * reach) held.buttons |= kUp;
    if (pad.y < -kShare * reach) held.buttons |= kDown;
    if (pad.x < -kShare * reach) held.buttons |= kLeft;
    if (pad.x > kShare * reach) held.buttons |= kRight;
    return held;
}

Held hold_all(std::span<LocalPlayer* const> people, const Bindings& bindings, float dead_zone,
              const platform::Input& input, ControlModes* modes) {
    Held all;
    for (std::size_t i = 0; i < people.size(); ++i) {
        Held held = read_keys(input, people.size() == 1 ? bindings.alone : bindings.halves[i]);
        // The first pads are assigned to the players in order; a player alone may use any pad.
        for (std::size_t pad = 0; pad < input.pads.size(); ++pad) {
            if (people.size() > 1 && pad % people.size() != i) continue;
            const Held more = read_pad(input.pads[pad], bindings.pads[pad % bindings.pads.size()], dead_zone);
            held.buttons |= more.buttons;
            held.pressed |= more.pressed;
            held.next_weapon |= more.next_weapon;
            held.pause |= more.pause;
            held.signals |= more.signals;
            held.talks |= more.talks;
        }
        if (modes != nullptr && i == 0) modes->add_mouse(input, held);
        all.buttons |= held.buttons;
        all.pressed |= held.pressed;
        all.next_weapon |= held.next_weapon;
        all.pause |= held.pause;
        all.signals |= held.signals;
        all.talks |= held.talks;
        people[i]->hold(modes != nullptr ? modes->apply(i, held) : held);
    }
    return all;
}

}  // namespace albireo::app
