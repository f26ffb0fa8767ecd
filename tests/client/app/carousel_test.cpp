// Goal: the carousel of levels can be dragged: a drag chooses what comes to the middle, runs on and stops at a level, and is never a
// click. Keys do what they did.
#include <doctest/doctest.h>

#include "client/app/menu/menu.hpp"

using namespace albireo::app;
using albireo::platform::Input, albireo::platform::Key;

namespace {

struct Fixture {
    static constexpr float kFrame = 1.0F / 60;
    Settings settings;
    Menu menu{settings, {{"one", "One"}, {"two", "Two", {{"Dawn", {1, 0}}}}, {"three", "Three"}, {"four", "Four"}}};
    std::vector<Menu::Request> requests;

    Fixture() {
        menu.show("", "levels");
        rest();
    }
    /// A frame in which the mouse is there, in entries to the right of the middle.
    void frame(float off, bool held, bool pressed = false, bool over = true) {
        Input input;
        input.mouse_held = held;
        input.mouse_pressed = pressed;
        input.mouse_moved = true;
        menu.point_at_carousel(off, over);
        if (const Menu::Request request = menu.advance(input, kFrame); request != Menu::Request::none) requests.push_back(request);
    }
    /// Moves the held mouse evenly.
    void drag(float from, float to, int frames) {
        frame(from, true, true);
        for (int i = 1; i <= frames; ++i) frame(from + (to - from) * static_cast<float>(i) / static_cast<float>(frames), true);
    }
    void rest() {
        for (int i = 0; i < 120; ++i) frame(0, false);
    }
    void press(Key key) {
        Input input;
        input.pressed.push_back(key);
        menu.advance(input, kFrame);
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a drag follows the mouse, chooses what comes to the middle, and stops there") {
    const std::size_t line = menu.cursor();
    drag(0.4F, -0.3F, 30);
    CHECK(menu.carousel() == doctest::Approx(0.7F).epsilon(0.01));
    CHECK(menu.level() == "two");
    for (int i = 0; i < 30; ++i) frame(-0.3F, true);  // held still
    CHECK(menu.carousel() == doctest::Approx(0.7F).epsilon(0.01));
    frame(-0.3F, false);
    rest();
    CHECK(menu.level() == "two");
    CHECK(menu.carousel() == doctest::Approx(1).epsilon(0.01));
    CHECK(menu.cursor() == line);
    CHECK(menu.screen() == "levels");
    CHECK(requests.empty());
}

TEST_CASE_FIXTURE(Fixture, "let go in motion, it runs on to the next level") {
    drag(0.3F, -0.1F, 5);  // 5 entries a second
    CHECK(menu.level() == "one");
    frame(-0.1F, false);
    CHECK(menu.level() == "two");
    rest();
    CHECK(menu.carousel() == doctest::Approx(1).epsilon(0.01));
    CHECK(requests.empty());
}

TEST_CASE_FIXTURE(Fixture, "a drag back before it is let go changes nothing, and is no click") {
    drag(1, 0.2F, 20);
    CHECK(menu.level() == "two");
    for (int i = 0; i <= 20; ++i) frame(0.2F + 0.04F * static_cast<float>(i), true);
    for (int i = 0; i < 20; ++i) frame(1, true);
    frame(1, false);
    rest();
    CHECK(menu.level() == "one");  // a click there chooses the second
}

TEST_CASE_FIXTURE(Fixture, "a click chooses the level below the mouse, and one on the middle changes nothing") {
    const auto click = [&](float off) {
        frame(off, true, true);
        frame(off + 0.01F, true);
        frame(off + 0.01F, false);
        rest();
    };
    click(0.95F);
    CHECK(menu.level() == "two");
    click(0.1F);
    CHECK(menu.level() == "two");
    click(-1.05F);
    CHECK(menu.level() == "one");
    click(-1);
    CHECK(menu.level() == "one");
    CHECK(requests.empty());
}

TEST_CASE_FIXTURE(Fixture, "a drag that passes over the lines neither moves the cursor nor selects a line") {
    drag(0.5F, 0.2F, 10);
    menu.point_at(3, true);
    frame(0.1F, true, false, false);
    menu.point_at(3, true);
    frame(0.1F, false, false, false);
    CHECK(menu.cursor() == 0);
    CHECK(menu.difficulty() == albireo::Difficulty::standard);
    CHECK(requests.empty());
    // The next click there counts again.
    rest();
    menu.point_at(1, true);
    frame(0, true, true, false);
    CHECK(requests == std::vector{Menu::Request::play_alone});
}

TEST_CASE_FIXTURE(Fixture, "the ends give way a little, and no level is beyond them") {
    drag(0, 5, 20);
    CHECK(menu.carousel() < 0);
    CHECK(menu.carousel() > -0.5F);
    CHECK(menu.level() == "one");
    frame(5, false);
    rest();
    CHECK(menu.carousel() == doctest::Approx(0).epsilon(0.01));
    drag(5, -20, 60);
    frame(-20, false);
    rest();
    CHECK(menu.level() == "four");
}

TEST_CASE_FIXTURE(Fixture, "a press elsewhere drags nothing, and a screen without a carousel has none to drag") {
    frame(0, true, true, false);
    frame(-1, true, false, true);
    frame(-1, false);
    CHECK(menu.level() == "one");
    menu.show("", "title");
    drag(0.5F, -0.5F, 10);
    frame(-0.5F, false);
    CHECK(menu.level() == "one");
    CHECK(menu.screen() == "title");
}

TEST_CASE_FIXTURE(Fixture, "keys step as before, also after a drag, and a new level is practised from its beginning") {
    press(Key::right);
    CHECK(menu.level() == "two");
    for (int i = 0; i < 4; ++i) press(Key::down);
    press(Key::right);
    CHECK(menu.practice_from() == albireo::StartPoint{1, 0});
    drag(0.5F, -0.5F, 40);
    frame(-0.5F, false);
    rest();
    CHECK(menu.level() == "three");
    CHECK(menu.practice_from() == albireo::StartPoint{});
    menu.show("", "levels");
    press(Key::right);
    CHECK(menu.level() == "four");
    press(Key::left);
    CHECK(menu.level() == "three");
}
