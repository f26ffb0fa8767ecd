// Goal: a player binds a button of a pad, or a combination of two, by pressing what they will press in a game.
#include <doctest/doctest.h>

#include "client/app/controls/settings.hpp"
#include "client/app/menu/menu.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Input;
using platform::Key;
using platform::PadButton;

namespace {

/// The menu at the bindings of the first pad, with the cursor on the gift, and a pad whose buttons go down and up frame by frame.
struct BindingFixture {
    Settings settings;
    Menu menu{settings, {{"one", "One"}}};
    Input input;

    BindingFixture() {
        menu.show("", "controls");
        for (int i = 0; i < 3; ++i) press(Key::down);
        press(Key::enter);
        for (int i = 0; i < 40 && menu.lines()[menu.cursor()].text != "Give gold bar to partner"; ++i) press(Key::down);
        input.pads[0].here = true;
    }
    void press(Key key) {
        input.pressed.push_back(key);
        frame();
    }
    void frame() {
        menu.advance(input, 1.0F / 60);
        input.next_frame();
    }
    void down(PadButton button) {
        input.pads[0].held.set(static_cast<std::size_t>(button));
        input.pads[0].pressed.set(static_cast<std::size_t>(button));
        frame();
    }
    void up(PadButton button) {
        input.pads[0].held.reset(static_cast<std::size_t>(button));
        frame();
    }
    PadBinding bound() { return settings.bindings.pads[0].of(Action::gift); }
};

}  // namespace

TEST_CASE_FIXTURE(BindingFixture, "the menu binds a combination: one button is held, and another one pressed") {
    const PadBinding before = bound();
    down(PadButton::south);  // chooses the line
    REQUIRE(menu.is_binding());
    up(PadButton::south);
    down(PadButton::left_trigger);
    frame();
    CHECK(menu.is_binding());
    CHECK(bound() == before);
    down(PadButton::east);
    CHECK_FALSE(menu.is_binding());
    CHECK(bound() == PadBinding{PadButton::east, PadButton::left_trigger});
    up(PadButton::east);
    up(PadButton::left_trigger);
    CHECK(bound() == PadBinding{PadButton::east, PadButton::left_trigger});
    CHECK(menu.lines()[menu.cursor()].value == "LT+B");
}

TEST_CASE_FIXTURE(BindingFixture, "the menu binds one button when it is let go") {
    down(PadButton::south);
    up(PadButton::south);
    down(PadButton::north);
    CHECK(menu.is_binding());
    up(PadButton::north);
    CHECK_FALSE(menu.is_binding());
    CHECK(bound() == PadBinding{PadButton::north});
    CHECK(menu.lines()[menu.cursor()].value == "Y");
}

TEST_CASE_FIXTURE(BindingFixture, "a button that was held before the menu waited is no part of a combination") {
    input.pads[0].held.set(static_cast<std::size_t>(PadButton::right_bumper));  // a finger rests on it
    down(PadButton::south);
    REQUIRE(menu.is_binding());
    down(PadButton::west);  // before A is up
    CHECK(menu.is_binding());
    up(PadButton::south);
    CHECK(menu.is_binding());
    up(PadButton::west);
    CHECK(bound() == PadBinding{PadButton::west});
    // After it has been let go, it counts as any other.
    down(PadButton::south);
    REQUIRE(menu.is_binding());
    up(PadButton::south);
    down(PadButton::south);
    up(PadButton::south);
    CHECK(bound() == PadBinding{PadButton::south});
}

TEST_CASE_FIXTURE(BindingFixture, "a pad that is unplugged while a button is held binds nothing") {
    const PadBinding before = bound();
    down(PadButton::south);
    up(PadButton::south);
    down(PadButton::left_trigger);
    input.pads[0] = {};
    frame();
    CHECK(menu.is_binding());
    CHECK(bound() == before);
}
