// Goal: the screens lead where they say, by keys, pads and text; the carousel settles without overshoot.
// One file: the cases drive one small menu (Fixture), and most pass through several of its screens.
#include <doctest/doctest.h>

#include <functional>

#include "client/app/menu/menu.hpp"

using namespace albireo::app;
using albireo::StartPoint, albireo::platform::Key;

namespace {

struct Fixture {
    Settings settings;
    Menu menu{settings, {{"one", "One"}, {"two", "Two"}, {"three", "Three", {{"Dawn", {1, 0}}, {"Dusk", {2, 0}}, {"Moth", {2, 1}}}}}};
    Menu::Request press(std::initializer_list<Key> keys, const std::string& typed = "") {
        Menu::Request request = Menu::Request::none;
        for (const Key key : keys) {
            albireo::platform::Input input;
            input.pressed.push_back(key);
            request = menu.advance(input, 1.0F / 60);
        }
        if (!typed.empty()) {
            albireo::platform::Input input;
            input.typed = typed;
            request = menu.advance(input, 1.0F / 60);
        }
        return request;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "two presses from the title to a game") {
    CHECK(menu.screen() == "title");
    CHECK(press({Key::enter}) == Menu::Request::none);
    CHECK(menu.screen() == "levels");
    CHECK(press({Key::enter}) == Menu::Request::play_bot);
    CHECK(menu.level() == "one");
}

TEST_CASE_FIXTURE(Fixture, "choosing a level, a difficulty and company") {
    press({Key::enter, Key::right, Key::right, Key::right, Key::left});
    CHECK(menu.level() == "two");
    press({Key::down, Key::down, Key::down, Key::right});
    CHECK(menu.difficulty() == albireo::Difficulty::storm);
    CHECK(menu.level() == "two");
    CHECK(press({Key::up, Key::enter}) == Menu::Request::play_two);
}

TEST_CASE_FIXTURE(Fixture, "practice starts at a section of the level in view") {
    press({Key::enter, Key::right, Key::right});
    CHECK(menu.level() == "three");
    CHECK((menu.practice_from() == StartPoint{}));
    press({Key::down, Key::down, Key::down, Key::down, Key::right, Key::right, Key::right, Key::right});
    CHECK((menu.lines()[menu.cursor()].value == "practise: Moth, phase 1" && menu.practice_from() == StartPoint{2, 1}));
    press({Key::left});
    CHECK((menu.lines()[menu.cursor()].value == "practise: Dusk" && menu.practice_from() == StartPoint{2, 0}));
    press({Key::left});
    CHECK((menu.practice_from() == StartPoint{1, 0}));
    press({Key::up, Key::up, Key::up, Key::left});  // another level has other sections
    CHECK(menu.level() == "two");
    CHECK((menu.practice_from() == StartPoint{}));
}

TEST_CASE_FIXTURE(Fixture, "joining needs a complete code") {
    press({Key::down, Key::down, Key::enter});
    CHECK(menu.screen() == "join");
    press({}, "k7-qf");
    CHECK(press({Key::enter}) == Menu::Request::none);
    CHECK(menu.notice().find("six") != std::string::npos);
    press({}, "2m");
    CHECK(menu.code() == "K7QF2M");
    CHECK(press({Key::enter}) == Menu::Request::join);
    press({Key::backspace, Key::escape});
    CHECK(menu.code() == "K7QF2");
    CHECK(menu.screen() == "title");
}

TEST_CASE_FIXTURE(Fixture, "a game that was cut off can be rejoined from the join screen") {
    press({Key::down, Key::down, Key::enter});
    menu.set_cut_off("K7QF2M", "10.0.0.7:7777");
    CHECK(menu.lines()[0].text == "Rejoin K7QF2M");
    CHECK(menu.lines()[0].value == "10.0.0.7:7777");
    CHECK(press({Key::enter}) == Menu::Request::rejoin);
    CHECK(menu.cut_off_code() == "K7QF2M");
    menu.set_cut_off("K7QF2M", "240.0.0.7:9", "play.example.org:7777");
    CHECK(menu.lines()[0].value == "through play.example.org:7777");
    // Another code can still be typed, and a game that is over is not offered.
    press({Key::down}, "aaaaaa");
    CHECK(press({Key::enter}) == Menu::Request::join);
    menu.set_cut_off("", "");
    CHECK(menu.lines()[0].text == "Code");
}

namespace {

/// Visits every line of every screen that opens another one, from here down; `visit` sees each screen once entered.
void walk(Fixture& f, const std::function<void()>& enter, const std::function<void()>& leave, int& screens) {
    const std::size_t count = f.menu.lines().size();
    for (std::size_t line = 0; line < count; ++line) {
        if (f.menu.lines()[line].kind != Menu::Line::Kind::open) continue;
        const std::string here(f.menu.screen());
        while (f.menu.cursor() != line) f.press({Key::down});
        enter();
        ++screens;
        CHECK(f.menu.screen() != here);
        CHECK(f.menu.lines().back().kind == Menu::Line::Kind::back);
        walk(f, enter, leave, screens);
        leave();
        CHECK(f.menu.screen() == here);
    }
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "every screen is entered and left by keys, by pad and by mouse") {
    using albireo::platform::PadButton;
    const auto pad = [&](PadButton button) {
        albireo::platform::Input input;
        input.pads[0].here = true;
        input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
        menu.advance(input, 0.016F);
    };
    const auto click = [&](std::size_t line) {
        albireo::platform::Input input;
        input.mouse_moved = input.mouse_pressed = true;
        menu.point_at(line, true);
        menu.advance(input, 0.016F);
    };
    constexpr int kScreens = 6 + 5 + 1 + 5;
    int screens = 0;
    walk(
        *this, [&] { press({Key::enter}); }, [&] { press({Key::escape}); }, screens);
    CHECK(screens == kScreens);
    walk(
        *this, [&] { pad(PadButton::south); }, [&] { pad(PadButton::east); }, screens);
    CHECK(screens == 2 * kScreens);
    walk(
        *this, [&] { click(menu.cursor()); }, [&] { click(menu.lines().size() - 1); }, screens);
    CHECK(screens == 3 * kScreens);
}

TEST_CASE("every line of every screen does the same by keyboard, by pad and by mouse") {
    using albireo::platform::Input;
    using albireo::platform::PadButton;
    using Kind = Menu::Line::Kind;
    enum class Device { keyboard, pad, mouse };
    // The effects of a line: the screen or request that it leads to, the setting that it changes, and the way back by `back`.
    const auto do_line = [](std::string_view screen, std::size_t line, Device by) {
        Fixture f;
        const auto frame = [&](const std::function<void(Input&)>& fill) {
            Input input;
            fill(input);
            return f.menu.advance(input, 1.0F / 60);
        };
        const auto press = [&](Key key, PadButton button) {
            return frame([&](Input& input) {
                if (by == Device::keyboard) input.pressed.push_back(key);
                if (by == Device::pad) input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
            });
        };
        f.menu.set_replays({"/r/one.replay", "/r/two.replay"}, {});
        f.menu.show("", screen);
        for (int i = 0; by != Device::mouse && f.menu.cursor() != line && i < 40; ++i)
            press(Key::down, PadButton::down);
        if (by == Device::mouse) f.menu.point_at(line, true);
        REQUIRE(f.menu.cursor() == line);
        const bool types = f.menu.lines()[line].kind == Kind::type;
        Menu::Request request = Menu::Request::none;
        if (types && by == Device::keyboard) {
            const std::string letter(1, f.menu.lines()[line].letters[0]);
            frame([&](Input& input) { input.typed = letter + letter; });
            press(Key::backspace, PadButton::none);
        } else if (types) {
            // Without a keyboard a letter is picked, and the last pick of all erases.
            const auto pick = [&](int way) {
                frame([&](Input& input) {
                    if (by == Device::mouse) input.wheel = way;
                    if (by == Device::pad) {
                        input.pads[0].pressed[static_cast<std::size_t>(way > 0 ? PadButton::right : PadButton::left)] =
                            true;
                    }
                });
            };
            const auto take = [&] {
                if (by == Device::mouse) f.menu.point_at(line, false);
                frame([&](Input& input) {
                    input.mouse_pressed = by == Device::mouse;
                    input.pads[0].pressed[static_cast<std::size_t>(PadButton::south)] = by == Device::pad;
                });
            };
            pick(1);
            take();
            take();
            pick(-1);
            take();
        } else if (by == Device::mouse) {
            request = frame([&](Input& input) { input.mouse_pressed = true; });
        } else {
            request = press(Key::enter, PadButton::south);
        }
        return std::string(f.menu.screen()) + " " + std::to_string(static_cast<int>(request)) + " " + f.menu.code() + " " +
               std::to_string(static_cast<int>(f.menu.difficulty())) + (f.menu.is_binding() ? " binding " : " ") +
               (request == Menu::Request::watch ? f.menu.replay() : "") + f.menu.notice() + text_of(f.settings);
    };
    int lines = 0;
    for (const char* screen : {"title", "levels", "host", "join", "replays", "settings", "credits", "players",
                               "picture", "quality", "access", "sound", "controls", "bindings"}) {
        Fixture f;
        f.menu.set_replays({"/r/one.replay", "/r/two.replay"}, {});
        f.menu.show("", screen);
        for (std::size_t i = 0; i < f.menu.lines().size(); ++i) {
            if (f.menu.lines()[i].kind == Kind::nothing) continue;
            CAPTURE(screen);
            CAPTURE(f.menu.lines()[i].text);
            const std::string by_keys = do_line(screen, i, Device::keyboard);
            CHECK(do_line(screen, i, Device::pad) == by_keys);
            CHECK(do_line(screen, i, Device::mouse) == by_keys);
            ++lines;
        }
    }
    CHECK(lines > 60);
}

TEST_CASE_FIXTURE(Fixture, "replays that are found while their screen is open are listed newest first") {
    press({Key::down, Key::down, Key::down, Key::enter});
    REQUIRE(menu.screen() == "replays");
    for (const std::vector<std::string>& found :
         {std::vector<std::string>{"/r/one.replay"}, {"/r/two.replay", "/r/one.replay"}}) {
        menu.set_replays(found, {});
        CHECK(press({Key::enter}) == Menu::Request::watch);
        CHECK(menu.replay() == found.front());
    }
}

TEST_CASE_FIXTURE(Fixture, "a click into a text puts the cursor there, and typing ends the picking of letters") {
    using albireo::platform::Input;
    const auto click = [&](std::size_t line) {
        menu.point_at(line, true);
        Input input;
        input.mouse_pressed = true;
        return menu.advance(input, 1.0F / 60);
    };
    menu.show("", "players");
    REQUIRE(menu.lines()[0].kind == Menu::Line::Kind::type);
    settings.names[0].clear();
    settings.names[1].clear();
    click(0);
    press({}, "Ada");
    CHECK(settings.names[0] == "Ada");
    CHECK(settings.names[1].empty());
    menu.show("", "join");
    CHECK(click(0) == Menu::Request::none);
    CHECK(menu.notice().empty());
    press({Key::right}, "K7QF2M");
    CHECK(press({Key::enter}) == Menu::Request::join);
    CHECK(menu.code() == "K7QF2M");
}

TEST_CASE_FIXTURE(Fixture, "Enter after a server's address keeps it, and the next Enter opens the game there") {
    settings.host_server.clear();
    menu.show("", "host");
    press({Key::down}, "10.0.0.7");
    CHECK(press({Key::enter}) == Menu::Request::none);
    CHECK(settings.host_server == "10.0.0.7");
    CHECK(press({Key::enter}) == Menu::Request::host);
}

TEST_CASE_FIXTURE(Fixture, "a player without a keyboard can leave the screen that waits for a key") {
    using albireo::platform::Input;
    menu.show("", "bindings");
    const auto old = settings.bindings.alone.of(Action::up);
    press({Key::enter});
    REQUIRE(menu.is_binding());
    Input east;
    east.pads[0].pressed[static_cast<std::size_t>(albireo::platform::PadButton::east)] = true;
    menu.advance(east, 0.016F);
    CHECK_FALSE(menu.is_binding());
    CHECK(settings.bindings.alone.of(Action::up) == old);
    press({Key::enter});
    Input click;
    click.mouse_pressed = true;
    menu.advance(click, 0.016F);
    CHECK_FALSE(menu.is_binding());
    CHECK(settings.bindings.alone.of(Action::up) == std::array<Key, 2>{});
}

TEST_CASE_FIXTURE(Fixture, "a pad chooses too") {
    albireo::platform::Input input;
    input.pads[0].here = true;
    input.pads[0].pressed[static_cast<std::size_t>(albireo::platform::PadButton::south)] = true;
    menu.advance(input, 0.016F);
    CHECK(menu.screen() == "levels");
    CHECK(menu.advance(input, 0.016F) == Menu::Request::play_bot);
}

TEST_CASE_FIXTURE(Fixture, "a player without a keyboard picks the letters of a code") {
    using albireo::platform::PadButton;
    const auto pad = [&](PadButton button) {
        albireo::platform::Input input;
        input.pads[0].here = true;
        input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
        return menu.advance(input, 0.016F);
    };
    press({Key::down, Key::down, Key::enter});
    pad(PadButton::right);
    pad(PadButton::south);  // A
    pad(PadButton::right);
    pad(PadButton::south);  // C
    CHECK(menu.code() == "AC");
    pad(PadButton::west);
    CHECK(menu.code() == "A");
    pad(PadButton::left);
    for (int i = 0; i < 5; ++i) pad(PadButton::south);
    CHECK(menu.code() == "AAAAAA");
    pad(PadButton::down);
    pad(PadButton::down);
    pad(PadButton::down);
    CHECK(pad(PadButton::south) == Menu::Request::join);
}

TEST_CASE_FIXTURE(Fixture,
                  "a key is bound, a conflict shows, Esc keeps the old key, and the defaults can be restored") {
    press({Key::down, Key::down, Key::down, Key::down, Key::enter});
    CHECK(menu.screen() == "settings");
    press({Key::up, Key::up, Key::up, Key::enter});
    CHECK(menu.screen() == "controls");
    press({Key::enter});
    CHECK(menu.screen() == "bindings");
    while (menu.lines()[menu.cursor()].text != "Fire") press({Key::down});
    press({Key::enter});
    CHECK(menu.is_binding());
    press({Key::f3});
    CHECK(menu.is_binding());
    CHECK_FALSE(menu.notice().empty());
    press({Key::x});
    CHECK_FALSE(menu.is_binding());
    CHECK(menu.settings_changed());
    CHECK(settings.bindings.alone.of(Action::fire)[0] == Key::x);
    CHECK(menu.lines()[menu.cursor()].trouble == "taken: Charged fire");
    press({Key::enter, Key::k});
    CHECK(menu.lines()[menu.cursor()].trouble.empty());
    press({Key::right, Key::enter, Key::enter});  // Enter itself, as the second key
    CHECK(settings.bindings.alone.of(Action::fire)[1] == Key::enter);
    press({Key::enter, Key::escape});
    CHECK(menu.screen() == "bindings");
    CHECK(settings.bindings.alone.of(Action::fire)[0] == Key::k);
    press({Key::backspace});
    CHECK(menu.lines()[menu.cursor()].value == "None, [None]");
    while (menu.lines()[menu.cursor()].kind != Menu::Line::Kind::defaults) press({Key::down});
    press({Key::enter});
    CHECK(settings.bindings.alone.keys == default_bindings().alone.keys);
}

TEST_CASE_FIXTURE(Fixture, "a key that cannot be bound gives a notice, and another can be pressed") {
    menu.show("", "controls");
    press({Key::enter});
    REQUIRE(menu.screen() == "bindings");
    press({Key::enter});
    REQUIRE(menu.is_binding());
    albireo::platform::Input unknown;
    unknown.unknown_key = true;
    menu.advance(unknown, 1.0F / 60);
    CHECK(menu.is_binding());
    CHECK(menu.notice() == "that key cannot be used: press another one");
    // Those beside the letters can be bound.
    press({Key::left_bracket});
    CHECK_FALSE(menu.is_binding());
    CHECK(menu.notice().empty());
    CHECK(settings.bindings.alone.of(Action::up)[0] == Key::left_bracket);
    // A key does not count while a pad's button is being bound.
    menu.show("", "controls");
    while (menu.lines()[menu.cursor()].text != "First gamepad") press({Key::down});
    press({Key::enter, Key::enter});
    REQUIRE(menu.is_binding());
    press({Key::k});
    CHECK(menu.is_binding());
    CHECK(menu.notice() == "press a gamepad button, not a key");
}

TEST_CASE_FIXTURE(Fixture, "a setting changes in both directions, and accept cycles through its values") {
    menu.show("", "access");
    while (menu.lines()[menu.cursor()].setting->key != "palette") press({Key::down});
    press({Key::right});
    CHECK(menu.lines()[menu.cursor()].value == "deuteranopia");
    CHECK(visuals_of(settings).palette == albireo::scene::Palette::deuteranopia);
    press({Key::left, Key::left});
    CHECK(settings.palette == 0);
    press({Key::enter, Key::enter, Key::enter, Key::enter});
    CHECK(settings.palette == 0);
}

TEST_CASE("the carousel arrives within a second and does not overshoot, at any frame rate") {
    for (const float seconds : {1.0F / 144, 1.0F / 60, 1.0F / 15}) {
        Pid pid;
        float most = 0, time = 0, settled = 0;
        for (; time < 3; time += seconds) {
            const float at = pid.tick(1, seconds);
            most = std::max(most, at);
            if (std::abs(at - 1) > 0.02F) settled = time;
        }
        CHECK(most < 1.02F);
        CHECK(settled < 1.0F);
        CHECK(pid.at() == doctest::Approx(1).epsilon(0.01));
    }
}

TEST_CASE_FIXTURE(Fixture, "a long list of replays scrolls by keys, by wheel and by pad, and Back stays visible") {
    using albireo::platform::Input;
    std::vector<std::string> paths;
    for (int i = 0; i < 500; ++i) paths.push_back("/r/" + std::to_string(i) + ".replay");
    int asked = 0;
    menu.set_replays(paths, [&](const std::string& path) { return ++asked, "of " + path; });
    menu.show("", "replays");
    REQUIRE(menu.lines().size() == 501);
    CHECK(menu.lines()[3].value == "of /r/3.replay");
    CHECK(asked < 20);  // only the visible files are read
    const auto in_sight = [&] {
        std::size_t count = 0;
        for (std::size_t i = 0; i < menu.lines().size(); ++i) count += menu.is_shown(i) ? 1 : 0;
        return count == Menu::kShownMax && menu.is_shown(menu.cursor()) && menu.is_shown(500);
    };
    for (int i = 0; i < 30; ++i) {
        press({Key::down});
        CHECK(in_sight());
    }
    CHECK(menu.cursor() == 30);
    CHECK(menu.lines()[30].value == "of /r/30.replay");
    press({Key::page_down, Key::page_down, Key::page_up});
    CHECK(menu.cursor() == 40);
    CHECK(in_sight());
    Input wheel;
    wheel.wheel = -1;
    const std::size_t row = menu.cursor() - menu.first_shown();
    for (int i = 0; i < 5; ++i) menu.advance(wheel, 0.016F);
    CHECK(menu.cursor() - menu.first_shown() == row);  // the cursor stays under the mouse
    CHECK(menu.cursor() == 45);
    Input click;
    click.mouse_pressed = true;
    menu.point_at(45, false);
    CHECK(menu.advance(click, 0.016F) == Menu::Request::watch);
    CHECK(menu.replay() == "/r/45.replay");
    Input stick;
    stick.pads[0].here = true;
    stick.pads[0].y = -1;
    for (int i = 0; i < 120; ++i) menu.advance(stick, 0.1F);
    CHECK(menu.cursor() > 100);
    CHECK(in_sight());
    for (int i = 0; i < 60; ++i) press({Key::page_down});
    CHECK(menu.cursor() == 500);
    CHECK(in_sight());
    press({Key::up});
    CHECK(menu.cursor() == 499);
    CHECK(in_sight());
    press({Key::down, Key::enter});
    CHECK(menu.screen() == "title");
}

TEST_CASE_FIXTURE(Fixture, "a game is hosted here or on another server: a typed address, or one used before") {
    using albireo::platform::Input;
    using albireo::platform::PadButton;
    const auto pad = [&](PadButton button) {
        Input input;
        input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
        return menu.advance(input, 0.016F);
    };
    settings.server = "";
    menu.show("", "host");
    press({Key::down});
    CHECK(menu.lines()[1].value == "this computer");
    press({}, "play.example.org:70000");
    press({Key::up});
    CHECK(press({Key::enter}) == Menu::Request::none);
    CHECK(menu.notice().find("HOST:PORT") != std::string::npos);
    press({Key::down, Key::backspace, Key::up});
    CHECK(settings.host_server == "play.example.org:7000");
    CHECK(press({Key::enter}) == Menu::Request::host);
    CHECK(menu.settings_changed());
    CHECK(settings.used_servers[0] == "play.example.org:7000");
    // The next session, by pad.
    remember_server(settings, "10.0.0.7");
    remember_server(settings, "play.example.org:7000");
    CHECK(settings.used_servers[1] == "10.0.0.7");
    CHECK(settings.used_servers[2].empty());
    settings.host_server.clear();
    menu.show("", "host");
    for (const PadButton button : {PadButton::down, PadButton::right}) pad(button);
    CHECK(menu.lines()[1].value == "play.example.org:7000");
    pad(PadButton::right);
    CHECK(menu.lines()[1].value == "10.0.0.7");
    pad(PadButton::right);
    CHECK(menu.lines()[1].value == "this computer");
    for (const PadButton button : {PadButton::left, PadButton::up}) pad(button);
    CHECK(pad(PadButton::south) == Menu::Request::host);
    CHECK(settings.used_servers[0] == "10.0.0.7");
    for (int i = 0; i < 9; ++i) remember_server(settings, std::to_string(i));
    CHECK(settings.used_servers == std::array<std::string, 4>{"8", "7", "6", "5"});
}
