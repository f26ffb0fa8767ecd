// Goal: the sound device is chosen from the names that this machine lists; a device that is missing stays chosen, and the menu says that it is missing.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "client/app/menu/menu.hpp"

using namespace albireo::app;
using albireo::platform::Key;

namespace {

struct Fixture {
    Settings settings;
    std::vector<std::string> listed = {"Speakers", "Kopfhörer #2"};
    Menu menu{settings, std::vector<Menu::LevelChoice>{}};
    Fixture() {
        menu.set_sound_devices({.outputs = [this] { return listed; }});
        menu.show_settings_alone();
        press(Key::up);
        for (int i = 0; i < 20 && menu.lines()[menu.cursor()].text != "Sound"; ++i) press(Key::down);
        press(Key::enter);
        for (int i = 0; i < 20 && line().text != "Sound device"; ++i) press(Key::down);
        REQUIRE(line().text == "Sound device");
    }
    void press(Key key) {
        albireo::platform::Input input;
        input.pressed.push_back(key);
        menu.advance(input, 1.0F / 60);
    }
    void wait() { menu.advance({}, 1.0F / 60); }
    const Menu::Line& line() const { return menu.lines()[menu.cursor()]; }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "the devices are listed by name, after the system's own") {
    CHECK(line().value == "system default");
    press(Key::right);
    CHECK(menu.settings_changed());
    CHECK(settings.output == "Speakers");
    CHECK(line().value == "Speakers");
    press(Key::right);
    CHECK(settings.output == "Kopfhörer #2");
    press(Key::enter);
    CHECK(settings.output == "");
    press(Key::left);
    CHECK(settings.output == "Kopfhörer #2");
}

TEST_CASE_FIXTURE(Fixture, "a device that is missing stays chosen, and the line says that it was not found") {
    press(Key::right);
    listed = {"Kopfhörer #2"};
    wait();
    CHECK(line().value == "Speakers");
    CHECK(line().trouble == "not found");
    // Nothing is known yet: that is no fault.
    listed.clear();
    wait();
    CHECK(line().trouble == "");
    press(Key::right);
    CHECK(settings.output == "");
    press(Key::right);
    CHECK(settings.output == "");  // the missing device is no longer offered
}

TEST_CASE("a device's name is kept in the settings' file as it is") {
    Settings settings, read;
    settings.output = "Built-in Audio = Analog Stereo #2 (Kopfhörer)";
    CHECK(parse_settings(text_of(settings), read).empty());
    CHECK(read.output == settings.output);
    settings.output.clear();
    CHECK(parse_settings(text_of(settings), read).empty());
    CHECK(read.output == "");
}
