// Goal: the whole game can be played with a mouse alone, with side buttons or without. The ship flies to the pointer, no faster than by keys, and every action has a button.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "client/app/controls/mouse.hpp"
#include "sim/game/tuning.hpp"
#include "tests/client/app/activity_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Input;
using platform::Key;
using platform::MouseButton;

namespace {

constexpr platform::Extent kWindow{640, 360};

/// A game for one player at this machine, steered with the mouse.
struct Fixture : ActivityFixture {
    NetActivity activity = make(PlayMode::alone);
    Settings settings;

    Fixture() {
        settings.mouse_steers = true;
        activity.apply(settings);
        frames(activity, 180, 16'667);  // until the ship has come in
        REQUIRE(activity.world() != nullptr);
        REQUIRE(activity.notice().title.empty());
    }
    Vec2 ship() const { return activity.world()->ships[0].at; }
    void point(double right, double down) { input.place_mouse(right, down, kWindow, kWindow); }
    /// The largest step of one frame in units, for so many frames.
    double fly(int count) {
        double fastest = 0;
        for (int i = 0; i < count; ++i) {
            const Vec2 before = ship();
            const Tick from = activity.world()->clock;
            frames(activity, 1, 16'667);
            const auto ticks = static_cast<double>(activity.world()->clock.value - from.value);
            const Vec2 way = ship() - before;
            if (ticks > 0) fastest = std::max(fastest, std::hypot(way.x.raw, way.y.raw) / ticks / Fixed::kOneRaw);
        }
        return fastest;
    }
    double distance() const {
        const Vec2 way = *pointed_at(input) - ship();
        return std::hypot(way.x.raw, way.y.raw) / Fixed::kOneRaw;
    }
};

Held held_by(const Input& input) {
    MousePilot pilot;
    Held held;
    pilot.add(input, held);
    return held;
}
Input pressing(std::initializer_list<MouseButton> buttons, int wheel = 0) {
    Input input;
    for (const MouseButton button : buttons) input.press_mouse(button, true);
    input.wheel = wheel;
    return input;
}

}  // namespace

TEST_CASE("each action has one use of the mouse, but for the directions, which are the pointer's") {
    std::set<Action> used;
    for (const MouseUse& use : kMouseUses) CHECK(used.insert(use.action).second);
    for (const Action action : {Action::up, Action::down, Action::left, Action::right}) CHECK_FALSE(used.contains(action));
    CHECK(used.size() == kActionCount - 4);
    for (const MouseUse& use : kMouseUses) CHECK((use.button == MouseButton::count) == (use.wheel != 0));
}

TEST_CASE("the pointer's place in the field, in windows of any shape") {
    Input input;
    CHECK_FALSE(pointed_at(input));
    const auto at = [&](double right, double down, platform::Extent window) {
        input.place_mouse(right, down, window, window);
        return *pointed_at(input);
    };
    CHECK(at(320, 180, kWindow) == Vec2{});
    CHECK(at(0, 0, kWindow) == Vec2{-kFieldHalfWidth, kFieldHalfHeight});
    CHECK(at(640, 360, kWindow) == Vec2{kFieldHalfWidth, -kFieldHalfHeight});
    CHECK(at(500, 400, {1000, 800}).x == Fixed{});
    CHECK(at(500, 399.5, {1000, 800}) == Vec2{});
    // In the black bars: the edge of the field.
    CHECK(at(1000, 0, {1000, 800}) == Vec2{kFieldHalfWidth, kFieldHalfHeight});
}

TEST_CASE("every action by its button, and the second use of a button only while the forward one is held") {
    CHECK(held_by(pressing({MouseButton::left})).buttons == kFire);
    CHECK(held_by(pressing({MouseButton::right})).buttons == kFocus);
    CHECK(held_by(pressing({MouseButton::left, MouseButton::right})).buttons == (kFire | kFocus));
    CHECK(held_by(pressing({MouseButton::middle})).buttons == kRelease);
    CHECK(held_by(pressing({}, 1)).next_weapon);
    CHECK(held_by(pressing({}, -1)).pressed == kLightning);
    CHECK(held_by(pressing({MouseButton::forward})).buttons == 0);
    CHECK(held_by(pressing({MouseButton::back})).talks);
    CHECK(held_by(pressing({MouseButton::forward, MouseButton::back})).talks);
    const Held pause = held_by(pressing({MouseButton::forward, MouseButton::middle}));
    CHECK(pause.pause);
    CHECK(pause.buttons == 0);
    const Held gift = held_by(pressing({MouseButton::forward}, 1));
    CHECK((gift.pressed & kGift) != 0);
    CHECK_FALSE(gift.next_weapon);
    const Held here = held_by(pressing({MouseButton::forward}, -1));
    CHECK(here.signals == 1);
    CHECK((here.buttons & kLightning) == 0);
    const Held boss = held_by(pressing({MouseButton::forward, MouseButton::right}));
    CHECK(boss.signals == 2);
    CHECK(boss.buttons == 0);
    const Held lightning = held_by(pressing({MouseButton::forward, MouseButton::left}));
    CHECK(lightning.signals == 4);
    CHECK(lightning.buttons == 0);
}

TEST_CASE("in focus, with three buttons and a wheel: fire, charged fire, lightning and the next weapon") {
    CHECK(held_by(pressing({MouseButton::right, MouseButton::left})).buttons == (kFocus | kFire));
    const Held charged = held_by(pressing({MouseButton::right, MouseButton::middle}));
    CHECK(charged.buttons == (kFocus | kRelease));
    CHECK_FALSE(charged.pause);
    CHECK(held_by(pressing({MouseButton::right}, -1)).buttons == (kFocus | kLightning));
    const Held weapon = held_by(pressing({MouseButton::right}, 1));
    CHECK(weapon.next_weapon);
    CHECK(weapon.buttons == kFocus);
}

TEST_CASE("a button keeps its use until it is let go, whatever the forward one does, and a wheel acts once") {
    MousePilot pilot;
    Input input = pressing({MouseButton::left, MouseButton::right});
    Held held;
    pilot.add(input, held);
    input.next_frame();
    input.press_mouse(MouseButton::forward, true);
    input.press_mouse(MouseButton::middle, true);
    held = {};
    pilot.add(input, held);
    CHECK(held.pause);
    CHECK(held.buttons == (kFire | kFocus));
    CHECK(held.signals == 0);
    input.next_frame();
    input.press_mouse(MouseButton::forward, false);
    input.press_mouse(MouseButton::left, false);
    input.press_mouse(MouseButton::right, false);
    held = {};
    pilot.add(input, held);
    CHECK(held.buttons == 0);  // no charged fire, although the middle button is still down
    CHECK_FALSE(held.pause);
    input.press_mouse(MouseButton::middle, false);
    input.next_frame();
    input.wheel = -1;
    held = {};
    pilot.add(input, held);
    CHECK(held.buttons == kLightning);
    input.next_frame();
    held = {};
    pilot.add(input, held);
    CHECK(held.buttons == 0);
}

namespace {

/// A mouse with three buttons and a wheel, frame by frame.
struct ThreeButtons {
    MousePilot pilot;
    Input input;
    Held held;

    void frame(float seconds = 1.0F / 60) {
        pilot.pass(seconds);
        held = {};
        pilot.add(input, held);
        input.next_frame();
    }
    void press(MouseButton button, bool is_down = true) {
        input.press_mouse(button, is_down);
        frame();
    }
    void let_go(MouseButton button) { press(button, false); }
    void click(MouseButton button) {
        press(button);
        let_go(button);
    }
};

}  // namespace

// A mouse without side buttons could not pause, give or call at all.
TEST_CASE_FIXTURE(ThreeButtons, "a double click with the middle button pauses, and fires once") {
    press(MouseButton::middle);
    CHECK(held.buttons == kRelease);
    let_go(MouseButton::middle);
    CHECK(held.buttons == 0);
    CHECK_FALSE(held.pause);
    frame(0.1F);
    press(MouseButton::middle);
    CHECK(held.buttons == 0);
    CHECK_FALSE(held.pause);
    let_go(MouseButton::middle);
    CHECK(held.pause);
    CHECK(held.buttons == 0);
    frame();
    CHECK_FALSE(held.pause);
    // The next click is a first one again.
    press(MouseButton::middle);
    CHECK(held.buttons == kRelease);
    let_go(MouseButton::middle);
    CHECK_FALSE(held.pause);
    // Two slow clicks are charged fire twice.
    frame(0.4F);
    press(MouseButton::middle);
    CHECK(held.buttons == kRelease);
    // A click within one frame counts, too.
    let_go(MouseButton::middle);
    input.press_mouse(MouseButton::middle, true);
    input.press_mouse(MouseButton::middle, false);
    frame();
    CHECK(held.pause);
}

TEST_CASE_FIXTURE(ThreeButtons, "with the middle button held down after a double click: the gift and the calls, and then no pause") {
    click(MouseButton::middle);
    press(MouseButton::middle);
    input.wheel = 1;
    frame();
    CHECK((held.pressed & kGift) != 0);
    CHECK_FALSE(held.next_weapon);
    input.wheel = -1;
    frame();
    CHECK(held.signals == 1);
    CHECK(held.buttons == 0);
    press(MouseButton::right);
    CHECK(held.signals == 2);
    CHECK(held.buttons == 0);
    let_go(MouseButton::right);
    press(MouseButton::left);
    CHECK(held.signals == 4);
    CHECK(held.buttons == 0);
    let_go(MouseButton::left);
    let_go(MouseButton::middle);
    CHECK_FALSE(held.pause);
    CHECK(held.buttons == 0);
    input.wheel = 1;
    frame();
    CHECK(held.next_weapon);
}

TEST_CASE_FIXTURE(ThreeButtons, "what the buttons do while a panel has the mouse begins no double click") {
    press(MouseButton::middle);
    pilot.pass(0.05F);  // a panel
    pilot.pass(0.05F);
    input.press_mouse(MouseButton::middle, false);
    frame();
    CHECK_FALSE(held.pause);
    press(MouseButton::middle);
    CHECK(held.buttons == kRelease);
    let_go(MouseButton::middle);
    // A double click that a panel interrupts does not pause the game when the panel closes.
    press(MouseButton::middle);
    REQUIRE(held.buttons == 0);
    pilot.pass(0.05F);
    pilot.pass(0.05F);
    input.press_mouse(MouseButton::middle, false);
    frame();
    CHECK_FALSE(held.pause);
}

TEST_CASE_FIXTURE(Fixture, "the ship flies to the pointer as fast as by keys, stays there, and does not tremble") {
    point(200, 60);
    const double fastest = fly(70);
    CHECK(fastest <= static_cast<double>(kShipSpeed.raw) / Fixed::kOneRaw + 1e-3);
    CHECK(fastest > 0.9 * static_cast<double>(kShipSpeed.raw) / Fixed::kOneRaw);
    CHECK(distance() < 0.2);
    CHECK(fly(30) == 0);
    // In focus it flies slowly.
    input.press_mouse(MouseButton::right, true);
    point(160, 270);
    CHECK(fly(30) <= static_cast<double>(kShipFocusSpeed.raw) / Fixed::kOneRaw + 1e-3);
    CHECK(activity.notice().title.empty());  // the right button does not pause
    REQUIRE(activity.world()->ships[0].deaths == 0);
}

TEST_CASE_FIXTURE(Fixture, "a key takes over until the mouse moves again") {
    point(200, 60);
    fly(70);
    hold(Key::left, true);
    fly(20);
    hold(Key::left, false);
    const double away = distance();
    CHECK(away > 2);
    CHECK(fly(20) == 0);
    point(201, 60);
    fly(20);
    CHECK(distance() < away - 2);
}

TEST_CASE_FIXTURE(Fixture, "the mouse pauses, and its right button goes back in the pause") {
    input.press_mouse(MouseButton::forward, true);
    input.press_mouse(MouseButton::middle, true);
    fly(1);
    input.press_mouse(MouseButton::middle, false);
    input.press_mouse(MouseButton::forward, false);
    fly(60);
    CHECK(activity.notice().title == "Paused");
    input.press_mouse(MouseButton::right, true);
    fly(1);
    input.press_mouse(MouseButton::right, false);
    fly(60);
    CHECK(activity.notice().title.empty());
}

TEST_CASE_FIXTURE(Fixture, "a mouse with three buttons pauses by a double click with the middle one") {
    for (int click = 0; click < 2; ++click) {
        input.press_mouse(MouseButton::middle, true);
        fly(4);
        input.press_mouse(MouseButton::middle, false);
        fly(4);
    }
    fly(60);
    CHECK(activity.notice().title == "Paused");
}

TEST_CASE_FIXTURE(Fixture, "the mouse does nothing in a game if the setting is off, and its right button pauses") {
    settings.mouse_steers = false;
    activity.apply(settings);
    const Vec2 before = ship();
    point(480, 90);
    fly(60);
    CHECK(ship() == before);
    input.press_mouse(MouseButton::right, true);
    fly(60);
    CHECK(activity.notice().title == "Paused");
}
