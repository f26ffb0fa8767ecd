// Goal: the screens lead where they say, by keys, pads and text; the carousel settles without ringing; settings come
// back as they were written, and nothing in a spoilt file is fatal.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "client/app/menu.hpp"

using namespace albireo::app;
using albireo::platform::Key;

namespace {

struct Fixture {
    Settings settings;
    Menu menu{settings, {"one", "two", "three"}, {"One", "Two", "Three"}};
    Menu::Wish press(std::initializer_list<Key> keys, const std::string& typed = "") {
        Menu::Wish wish = Menu::Wish::none;
        for (const Key key : keys) {
            albireo::platform::Input input;
            input.pressed.push_back(key);
            wish = menu.advance(input, 1.0F / 60);
        }
        if (!typed.empty()) {
            albireo::platform::Input input;
            input.typed = typed;
            wish = menu.advance(input, 1.0F / 60);
        }
        return wish;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "two presses from the title to a game") {
    CHECK(menu.screen() == "title");
    CHECK(press({Key::enter}) == Menu::Wish::none);
    CHECK(menu.screen() == "levels");
    CHECK(press({Key::enter}) == Menu::Wish::play_bot);
    CHECK(menu.level() == "one");
}

TEST_CASE_FIXTURE(Fixture, "a level, a difficulty and company are chosen") {
    press({Key::enter, Key::right, Key::right, Key::right, Key::left});
    CHECK(menu.level() == "two");
    press({Key::down, Key::down, Key::down, Key::right});
    CHECK(menu.difficulty() == albireo::Difficulty::storm);
    CHECK(menu.level() == "two");
    CHECK(press({Key::up, Key::enter}) == Menu::Wish::play_two);
}

TEST_CASE_FIXTURE(Fixture, "joining takes a whole code") {
    press({Key::down, Key::down, Key::enter});
    CHECK(menu.screen() == "join");
    press({}, "k7-qf");
    CHECK(press({Key::enter}) == Menu::Wish::none);
    CHECK(menu.notice().find("six") != std::string::npos);
    press({}, "2mxx");
    CHECK(menu.code() == "K7QF2M");
    CHECK(press({Key::enter}) == Menu::Wish::join);
    press({Key::backspace, Key::escape});
    CHECK(menu.code() == "K7QF2");
    CHECK(menu.screen() == "title");
}

namespace {

/// Every line of every screen that opens another one, from here down; `visit` sees each screen once entered.
void walk(Fixture& f, const std::function<void()>& enter, const std::function<void()>& leave, int& screens) {
    const std::size_t count = f.menu.lines().size();
    for (std::size_t line = 0; line < count; ++line) {
        if (f.menu.lines()[line].does != Menu::Line::Does::open) continue;
        const std::string here(f.menu.screen());
        while (f.menu.cursor() != line) f.press({Key::down});
        enter();
        ++screens;
        CHECK(f.menu.screen() != here);
        CHECK(f.menu.lines().back().does == Menu::Line::Does::back);
        walk(f, enter, leave, screens);
        leave();
        CHECK(f.menu.screen() == here);
    }
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "every screen is entered and left by keys, by a pad and by the mouse") {
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
    constexpr int kScreens = 6 + 4 + 5;
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
    using Does = Menu::Line::Does;
    enum class Device { keyboard, pad, mouse };
    // What a line was good for: where it leads, what it wishes, what it changes; there, and back from it by `back`.
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
        f.menu.set_replays({"/r/one.replay", "/r/two.replay"}, {"one", "two"});
        f.menu.come_back("", screen);
        for (int i = 0; by != Device::mouse && f.menu.cursor() != line && i < 40; ++i)
            press(Key::down, PadButton::down);
        if (by == Device::mouse) f.menu.point_at(line, true);
        REQUIRE(f.menu.cursor() == line);
        const bool types = f.menu.lines()[line].does == Does::type;
        Menu::Wish wish = Menu::Wish::none;
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
            wish = frame([&](Input& input) { input.mouse_pressed = true; });
        } else {
            wish = press(Key::enter, PadButton::south);
        }
        return std::string(f.menu.screen()) + " " + std::to_string(static_cast<int>(wish)) + " " + f.menu.code() + " " +
               std::to_string(static_cast<int>(f.menu.difficulty())) + (f.menu.is_binding() ? " binding " : " ") +
               (wish == Menu::Wish::watch ? f.menu.replay() : "") + f.menu.notice() + text_of(f.settings);
    };
    int lines = 0;
    for (const char* screen : {"title", "levels", "host", "join", "replays", "settings", "credits", "players",
                               "picture", "sound", "controls", "bindings"}) {
        Fixture f;
        f.menu.set_replays({"/r/one.replay", "/r/two.replay"}, {"one", "two"});
        f.menu.come_back("", screen);
        for (std::size_t i = 0; i < f.menu.lines().size(); ++i) {
            if (f.menu.lines()[i].does == Does::nothing) continue;
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

TEST_CASE_FIXTURE(Fixture, "who waits for a key without a keyboard is not stuck") {
    using albireo::platform::Input;
    menu.come_back("", "bindings");
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
    CHECK(menu.advance(input, 0.016F) == Menu::Wish::play_bot);
}

TEST_CASE_FIXTURE(Fixture, "who has no keyboard at hand picks the letters of a code") {
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
    CHECK(pad(PadButton::south) == Menu::Wish::join);
}

TEST_CASE_FIXTURE(Fixture, "a key is bound, a conflict shows, Esc keeps what was, and the defaults come back") {
    press({Key::down, Key::down, Key::down, Key::down, Key::enter});
    CHECK(menu.screen() == "settings");
    press({Key::up, Key::up, Key::enter});
    CHECK(menu.screen() == "controls");
    press({Key::enter});
    CHECK(menu.screen() == "bindings");
    while (menu.lines()[menu.cursor()].text != "fire") press({Key::down});
    press({Key::enter});
    CHECK(menu.is_binding());
    press({Key::f3});
    CHECK(menu.is_binding());
    CHECK_FALSE(menu.notice().empty());
    press({Key::x});
    CHECK_FALSE(menu.is_binding());
    CHECK(menu.settings_changed());
    CHECK(settings.bindings.alone.of(Action::fire)[0] == Key::x);
    CHECK(menu.lines()[menu.cursor()].trouble == "also release");
    press({Key::enter, Key::k});
    CHECK(menu.lines()[menu.cursor()].trouble.empty());
    press({Key::right, Key::enter, Key::enter});  // Enter itself, as the second key
    CHECK(settings.bindings.alone.of(Action::fire)[1] == Key::enter);
    press({Key::enter, Key::escape});
    CHECK(menu.screen() == "bindings");
    CHECK(settings.bindings.alone.of(Action::fire)[0] == Key::k);
    press({Key::backspace});
    CHECK(menu.lines()[menu.cursor()].value == "none, [none]");
    while (menu.lines()[menu.cursor()].does != Menu::Line::Does::defaults) press({Key::down});
    press({Key::enter});
    CHECK(settings.bindings.alone.keys == default_bindings().alone.keys);
}

TEST_CASE_FIXTURE(Fixture, "a setting is turned both ways, and round by accept") {
    menu.come_back("", "picture");
    while (menu.lines()[menu.cursor()].setting->key != "palette") press({Key::down});
    press({Key::right});
    CHECK(menu.lines()[menu.cursor()].value == "deuteranopia");
    CHECK(look_of(settings).palette == albireo::scene::Palette::deuteranopia);
    press({Key::left, Key::left});
    CHECK(settings.palette == 0);
    press({Key::enter, Key::enter, Key::enter, Key::enter});
    CHECK(settings.palette == 0);
}

TEST_CASE("the carousel arrives within a second and does not ring, at any frame rate") {
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

TEST_CASE("settings come back as they were written") {
    Settings settings;
    settings.names[0] = "Ada L.";
    // Everything that can be set, set to something else.
    for (const SettingDef& def : setting_defs()) {
        const std::string before = def.text(settings);
        def.turn(settings, 1, true);
        if (!std::holds_alternative<std::string*>(def.in(settings))) CHECK(def.text(settings) != before);
    }
    settings.bindings.halves[1].of(Action::fire) = {Key::k, Key::none};
    settings.bindings.alone.of(Action::fire) = {};
    settings.bindings.pads[1].of(Action::focus) = albireo::platform::PadButton::left_trigger;
    Settings read;
    const std::string text = text_of(settings);
    CHECK(parse_settings(text, read).empty());
    CHECK(text_of(read) == text);
    CHECK(read.bindings.halves[1].of(Action::fire)[0] == Key::k);
    CHECK(read.names[0] == "Ada L.");
}

TEST_CASE("what makes no sense is said and skipped") {
    Settings settings;
    const auto wrong = parse_settings(
        "head\nwindow_scale = 99\nname = Bo\nkeys.fire = hyper\nkeys.up = escape\npalette = mauve\nnoise\n", settings);
    CHECK(wrong.size() == 5);
    CHECK(wrong.front().find("line 2") == 0);
    CHECK(settings.names[0] == "Bo");
    CHECK(settings.window_scale == Settings{}.window_scale);
    CHECK(settings.bindings.alone.of(Action::fire) == default_bindings().alone.of(Action::fire));
}

TEST_CASE("a damaged file is set aside, a missing one is none of our business") {
    const auto folder = std::filesystem::temp_directory_path() / ("albireo_settings_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const std::string path = (folder / "settings.txt").string();
    Settings settings;
    CHECK(load_settings(path, settings).empty());
    std::ofstream(path, std::ios::binary) << "\x7f\x45garbage\0\1\2";
    CHECK(load_settings(path, settings).size() == 1);
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK(std::filesystem::exists(path + ".damaged"));
    settings.names[1] = "Cy";
    CHECK(save_settings(path, settings).empty());
    Settings read;
    CHECK(load_settings(path, read).empty());
    CHECK(read.names[1] == "Cy");
    CHECK_FALSE(save_settings("/proc/nowhere/settings.txt", settings).empty());
    std::filesystem::remove_all(folder);
}
