// Goal: the screens lead where they say, by keys, pads and text; the carousel settles without ringing; settings come
// back as they were written, and nothing in a spoilt file is fatal.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

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
    press({Key::up, Key::right});
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

TEST_CASE_FIXTURE(Fixture, "every screen is left by back") {
    for (int line = 0; line < 7; ++line) {
        for (int i = 0; i < line; ++i) press({Key::down});
        press({Key::enter, Key::escape});
        CHECK(menu.screen() == "title");
        menu.come_back("");
        while (menu.cursor() != 0) press({Key::up});
    }
}

TEST_CASE_FIXTURE(Fixture, "a pad chooses too") {
    albireo::platform::Input input;
    input.pads[0].here = true;
    input.pads[0].pressed[static_cast<std::size_t>(albireo::platform::PadButton::south)] = true;
    menu.advance(input, 0.016F);
    CHECK(menu.screen() == "levels");
    CHECK(menu.advance(input, 0.016F) == Menu::Wish::play_bot);
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
    settings.classic_hud = true;
    settings.window_scale = 2;
    settings.bindings.halves[1].of(Action::fire) = {Key::k, Key::none};
    settings.bindings.dead_zone = 0.4F;
    Settings read;
    const std::string text = text_of(settings);
    CHECK(parse_settings(text, read).empty());
    CHECK(text_of(read) == text);
    CHECK(read.bindings.halves[1].of(Action::fire)[0] == Key::k);
    CHECK(read.names[0] == "Ada L.");
}

TEST_CASE("what makes no sense is said and skipped") {
    Settings settings;
    const auto wrong = parse_settings("head\nwindow_scale = 99\nname = Bo\nkeys.fire = hyper\nnoise\n", settings);
    CHECK(wrong.size() == 3);
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
