// Goal: a player who cannot hold keys, use both hands, read small text or bear flashes can still play and use every screen.
#include <doctest/doctest.h>

#include <set>

#include "client/app/controls/settings.hpp"
#include "client/app/menu/menu.hpp"
#include "tests/client/app/activity_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Input;
using platform::Key;
using platform::PadButton;

namespace {

/// A person at the whole keyboard, whose ship gets what `modes` makes of the keys.
struct Person {
    Bindings bindings = default_bindings();
    ControlModes modes;
    Input input;

    /// One frame; `panel`: a panel is shown, and the keys are its.
    bool fires(std::initializer_list<Key> pressed, bool panel = false) {
        for (const Key key : pressed) input.pressed.push_back(key);
        const Held raw = read_keys(input, bindings.alone);
        const Held held = panel ? raw : modes.apply(0, raw);
        input.next_frame();
        // A tick takes both what is held and what was pressed since the last one.
        return ((held.buttons | held.pressed) & kFire) != 0;
    }
    void hold(Key key, bool on) { input.held[static_cast<std::size_t>(key)] = on; }
};

}  // namespace

TEST_CASE_FIXTURE(Person, "toggled fire starts with one press and ends with the next") {
    modes.choose({.fire = FireMode::toggle});
    CHECK_FALSE(fires({}));
    CHECK(fires({Key::space}));
    for (int i = 0; i < 100; ++i) CHECK(fires({}));
    CHECK_FALSE(fires({Key::space}));
    CHECK_FALSE(fires({}));
    // Held for long, it is still one press.
    hold(Key::space, true);
    CHECK(fires({Key::space}));
    for (int i = 0; i < 10; ++i) CHECK(fires({}));
    hold(Key::space, false);
    CHECK(fires({}));
    // In a panel the key has another meaning.
    fires({Key::space}, true);
    CHECK(fires({}));
}

TEST_CASE_FIXTURE(Person, "automatic fire needs no key, and its key holds fire back") {
    modes.choose({.fire = FireMode::automatic});
    CHECK(fires({}));
    hold(Key::space, true);
    CHECK_FALSE(fires({Key::space}));
    CHECK_FALSE(fires({}));
    hold(Key::space, false);
    CHECK(fires({}));
}

TEST_CASE_FIXTURE(Person, "focus toggles by itself, and changing the mode switches it off") {
    modes.choose({.focus = FocusMode::toggle});
    const auto focuses = [&](std::initializer_list<Key> pressed) {
        for (const Key key : pressed) input.pressed.push_back(key);
        const Held held = modes.apply(0, read_keys(input, bindings.alone));
        input.next_frame();
        return (held.buttons & kFocus) != 0;
    };
    CHECK(focuses({Key::left_shift}));
    CHECK(focuses({}));
    CHECK(focuses({Key::space}));
    modes.choose({});
    CHECK_FALSE(focuses({}));
    modes.choose({.focus = FocusMode::toggle});
    CHECK_FALSE(focuses({}));
}

TEST_CASE_FIXTURE(ActivityFixture, "in a game, one press fires until the next, and a pause in between changes nothing") {
    Settings settings;
    settings.fire_mode = static_cast<int>(FireMode::toggle);
    NetActivity activity(open_local_game(bodies, {.play_mode = PlayMode::alone, .seed = 5}), picture, settings, {});
    frames(activity, 200, 16'667);
    const auto fired = [&] { return activity.world()->ships[0].fired.value; };
    CHECK(fired() == 0);
    tap(activity, Key::space);
    frames(activity, 60, 16'667);
    const auto begun = fired();
    CHECK(begun > 3);
    tap(activity, Key::p);
    frames(activity, 60, 16'667);
    REQUIRE(activity.notice().title == "Paused");
    tap(activity, Key::p);
    frames(activity, 120, 16'667);
    CHECK(fired() > begun);
    // From the next frame on, other settings apply.
    settings.fire_mode = static_cast<int>(FireMode::hold);
    activity.apply(settings);
    frames(activity, 10, 16'667);
    const auto ended = fired();
    frames(activity, 60, 16'667);
    CHECK(fired() == ended);
}

TEST_CASE("each layout has a key or button of its own for every action, and the menu names it") {
    for (const Board board : {Board::alone, Board::first_pad, Board::second_pad}) {
        for (std::size_t i = 0; i < kLayoutCount; ++i) {
            const auto layout = static_cast<Layout>(i);
            CAPTURE(static_cast<int>(board));
            CAPTURE(i);
            Bindings bindings = default_bindings();
            set_layout(bindings, board, layout);
            CHECK(layout_of(bindings, board) == layout);
            std::set<std::string> used;
            for (std::size_t a = 0; a < kActionCount; ++a) {
                const auto action = static_cast<Action>(a);
                const std::string text = text_of(bindings, board, action);
                CHECK(conflict_of(bindings, board, action).empty());
                Bindings copy;
                CHECK(read_binding(text, copy, board, action).empty());  // a settings file can have it
                const bool by_stick = is_pad(board) && action <= Action::right;  // which moves the ship in every layout
                if (!by_stick) CHECK_FALSE(text.empty());
                if (!text.empty()) CHECK(used.insert(text).second);
            }
        }
    }
    Bindings own = default_bindings();
    own.alone.of(Action::fire) = {Key::m};
    CHECK_FALSE(layout_of(own, Board::alone));
    CHECK_FALSE(has_layouts(Board::left));
}

TEST_CASE("the keys of a one-handed layout are within reach of that hand") {
    const auto all_of = [](Layout layout) {
        Bindings bindings = default_bindings();
        set_layout(bindings, Board::alone, layout);
        std::set<Key> keys;
        for (const auto& action : bindings.alone.keys) keys.insert(action.begin(), action.end());
        keys.erase(Key::none);
        keys.erase(Key::space);
        return keys;
    };
    const std::set<Key> left = all_of(Layout::left_hand), right = all_of(Layout::right_hand);
    for (const Key key : left) CHECK_FALSE(right.contains(key));
    // By pad: each stick moves the ship, so no hand needs a button of the other one.
    const auto buttons_of = [](Layout layout) {
        Bindings bindings = default_bindings();
        set_layout(bindings, Board::first_pad, layout);
        std::set<PadButton> buttons;
        for (const PadBinding& each : bindings.pads[0].buttons) buttons.insert({each.button, each.with});
        buttons.erase(PadButton::none);
        return buttons;
    };
    CHECK(buttons_of(Layout::left_hand) == std::set<PadButton>{PadButton::left_bumper, PadButton::back, PadButton::up, PadButton::down, PadButton::left,
                                                               PadButton::right, PadButton::left_trigger, PadButton::left_stick});
    CHECK(buttons_of(Layout::right_hand) == std::set<PadButton>{PadButton::south, PadButton::east, PadButton::west, PadButton::north, PadButton::right_bumper,
                                                                PadButton::start, PadButton::right_trigger, PadButton::right_stick});
}

TEST_CASE("either stick moves the ship: the one that is pushed farther") {
    platform::Pad pad;
    pad.here = true;
    const auto moves = [&](platform::Pad::Stick left, platform::Pad::Stick right) {
        pad.take_sticks(left, right);
        return read_pad(pad, default_bindings().pads[0], 0.25F).buttons;
    };
    CHECK(moves({0, 1}, {}) == kUp);
    CHECK(moves({}, {-1, 0}) == kLeft);
    CHECK(moves({0.1F, 0}, {0, -0.9F}) == kDown);
    CHECK(moves({1, 0}, {0, 0.2F}) == kRight);
    CHECK(moves({}, {}) == 0);
}

TEST_CASE("with one hand, by pad: every action, by a button or by a combination") {
    for (const Layout layout : {Layout::left_hand, Layout::right_hand}) {
        Bindings bindings = default_bindings();
        set_layout(bindings, Board::first_pad, layout);
        const PlayerPad& map = bindings.pads[0];
        const auto pressing = [&](Action action, PadButton also = PadButton::none) {
            platform::Pad pad;
            pad.here = true;
            for (const PadButton each : {map.of(action).button, map.of(action).with, also}) {
                if (each != PadButton::none) pad.held[static_cast<std::size_t>(each)] = true;
            }
            pad.pressed[static_cast<std::size_t>(map.of(action).button)] = true;
            return read_pad(pad, map, 0.25F);
        };
        for (const auto& [action, button] : {std::pair{Action::focus, kFocus}, {Action::fire, kFire}, {Action::release, kRelease}, {Action::lightning, kLightning}}) {
            CHECK(pressing(action).buttons == button);
        }
        CHECK(pressing(Action::next_weapon).next_weapon);
        CHECK(pressing(Action::pause).pause);
        CHECK(pressing(Action::signal_here).signals == 1);
        CHECK(pressing(Action::talk).talks);
        // A combination is its own action, and not that of its button alone.
        const Held boss = pressing(Action::signal_boss), lightning = pressing(Action::signal_lightning), gift = pressing(Action::gift);
        CHECK(boss.signals == 2);
        CHECK(lightning.signals == 4);
        CHECK_FALSE(lightning.next_weapon);
        CHECK(gift.buttons == (kFocus | kGift));
        CHECK(gift.signals == 0);
        // Focus is held for long: all that a fight needs goes on meanwhile.
        const PadButton focus = map.of(Action::focus).button;
        for (const auto& [action, button] : {std::pair{Action::fire, kFire}, {Action::release, kRelease}, {Action::lightning, kLightning}}) {
            CHECK(pressing(action, focus).buttons == (kFocus | button));
        }
        CHECK(pressing(Action::next_weapon, focus).next_weapon);
        CHECK(pressing(Action::pause, focus).pause);
        CHECK(pressing(Action::talk, focus).talks);
        CHECK(pressing(Action::signal_boss, focus).signals == 2);
        CHECK(pressing(Action::signal_lightning, focus).signals == 4);
        // The trigger is let go first: the other button, still held, does nothing of its own.
        platform::Pad pad;
        pad.here = true;
        pad.held[static_cast<std::size_t>(map.of(Action::gift).button)] = true;
        const Held after = read_pad(pad, map, 0.25F);
        CHECK(after.buttons == 0);
        CHECK(after.signals == 0);
    }
}

TEST_CASE("a combination in a settings file, and one that is wrong") {
    Bindings bindings = default_bindings();
    CHECK(read_binding("left_trigger+pad_up", bindings, Board::first_pad, Action::gift).empty());
    CHECK(bindings.pads[0].of(Action::gift) == PadBinding{PadButton::up, PadButton::left_trigger});
    CHECK(text_of(bindings, Board::first_pad, Action::gift) == "left_trigger+pad_up");
    CHECK(conflict_of(bindings, Board::first_pad, Action::gift).empty());  // up alone is another binding
    for (const char* const wrong : {"left_trigger+", "+pad_up", "none+pad_up", "pad_up+pad_up", "left_trigger+pad_up+pad_down", "left_trigger pad_up"}) {
        CAPTURE(wrong);
        CHECK_FALSE(read_binding(wrong, bindings, Board::first_pad, Action::gift).empty());
    }
    CHECK(bindings.pads[0].of(Action::gift) == PadBinding{PadButton::up, PadButton::left_trigger});
}

TEST_CASE("the menu turns the layout, and keeps what was set by hand until then") {
    Settings settings;
    Menu menu(settings, {{"one", "One"}});
    const auto press = [&](Key key) {
        Input input;
        input.pressed.push_back(key);
        menu.advance(input, 1.0F / 60);
    };
    menu.show("", "controls");
    press(Key::enter);
    for (int i = 0; i < 40 && menu.lines()[menu.cursor()].text != "Layout"; ++i) press(Key::down);
    const auto value = [&] { return menu.lines()[menu.cursor()].value; };
    CHECK(value() == "standard");
    press(Key::right);
    CHECK(value() == "left hand");
    CHECK(settings.bindings.alone.of(Action::up)[0] == Key::w);
    press(Key::enter);
    CHECK(value() == "right hand");
    press(Key::right);
    CHECK(value() == "standard");
    settings.bindings.alone.of(Action::fire)[0] = Key::m;
    press(Key::up);
    press(Key::down);
    CHECK(value() == "custom");
    press(Key::right);
    CHECK(value() == "standard");
}

TEST_CASE("larger text shows fewer lines of a list, smaller text no more, and each can still be reached") {
    for (const int percent : {75, 100, 125, 150}) {
        CAPTURE(percent);
        Settings settings;
        settings.text_scale = percent;
        Menu menu(settings, {{"one", "One"}});
        for (const std::string_view screen : Menu::screens()) {
            menu.show("", screen);
            const std::string first = menu.lines()[menu.cursor()].text;
            std::size_t seen = 0;
            for (std::size_t i = 0; i < menu.lines().size(); ++i) {
                CHECK(menu.is_shown(menu.cursor()));
                std::size_t shown = 0;
                for (std::size_t line = 0; line < menu.lines().size(); ++line) shown += menu.is_shown(line) ? 1 : 0;
                CHECK(shown <= 12 * 100 / static_cast<std::size_t>(std::max(percent, 100)));
                ++seen;
                Input input;
                input.pressed.push_back(Key::down);
                menu.advance(input, 1.0F / 60);
            }
            CHECK(seen == menu.lines().size());
        }
    }
}

TEST_CASE("flashes can be reduced or switched off, and an older settings file keeps its choice") {
    Settings settings;
    CHECK(visuals_of(settings).flashes == 1);
    settings.flashes = static_cast<int>(Flashes::reduced);
    CHECK(visuals_of(settings).flashes == scene::kReducedFlashes);
    settings.flashes = static_cast<int>(Flashes::none);
    CHECK(visuals_of(settings).flashes == 0);
    Settings old;
    CHECK(parse_settings("head\nflashes_reduced = yes\n", old).empty());
    CHECK(old.flashes == static_cast<int>(Flashes::reduced));
    CHECK(parse_settings("head\nflashes_reduced = no\n", old).empty());
    CHECK(old.flashes == static_cast<int>(Flashes::all));
    CHECK(parse_settings("head\nflashes_reduced = perhaps\n", old).size() == 1);
}

TEST_CASE("high contrast darkens the background and fades the player's own shots, unless they were fainter already") {
    Settings settings;
    settings.high_contrast = true;
    CHECK(visuals_of(settings).background_dim == doctest::Approx(0.6));
    CHECK(visuals_of(settings).own_shot_opacity == doctest::Approx(0.6));
    settings.background_dim = 80;
    settings.own_shot_opacity = 20;
    CHECK(visuals_of(settings).background_dim == doctest::Approx(0.8));
    CHECK(visuals_of(settings).own_shot_opacity == doctest::Approx(0.2));
}
