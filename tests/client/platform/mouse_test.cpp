// Goal: the mouse position is right on displays whose window coordinates are not pixels, too, and a touchpad turns the wheel no faster than a mouse.
#include <doctest/doctest.h>

#include "client/platform/input.hpp"

using albireo::platform::Input;

TEST_CASE("the buttons of the mouse: held until they are let go, pressed in one frame") {
    using albireo::platform::MouseButton;
    Input input;
    input.press_mouse(MouseButton::left, true);
    input.press_mouse(MouseButton::right, true);
    CHECK(input.mouse_pressed);
    CHECK(input.mouse_held);
    CHECK(input.mouse_back);
    CHECK(input.is_held(MouseButton::right));
    CHECK(input.was_pressed(MouseButton::right));
    input.next_frame();
    CHECK(input.mouse_held);
    CHECK_FALSE(input.mouse_back);
    CHECK(input.is_held(MouseButton::right));
    CHECK_FALSE(input.was_pressed(MouseButton::right));
    // Pressed and let go within a frame, it counts.
    input.press_mouse(MouseButton::middle, true);
    input.press_mouse(MouseButton::middle, false);
    CHECK(input.was_pressed(MouseButton::middle));
    CHECK_FALSE(input.is_held(MouseButton::middle));
    input.forget_mouse();
    CHECK_FALSE(input.is_held(MouseButton::right));
    CHECK_FALSE(input.mouse_held);
}

TEST_CASE("a mouse in window coordinates is converted to the picture's pixels") {
    Input input;
    input.place_mouse(100, 50, {.width = 640, .height = 360}, {.width = 640, .height = 360});
    CHECK(input.mouse_x == 100);
    CHECK(input.mouse_y == 50);
    CHECK(input.mouse_moved);
    // Two pixels for each coordinate, and one and a half.
    input.place_mouse(100, 50, {.width = 640, .height = 360}, {.width = 1280, .height = 720});
    CHECK(input.mouse_x == 200);
    CHECK(input.mouse_y == 100);
    input.place_mouse(100, 50, {.width = 640, .height = 360}, {.width = 960, .height = 540});
    CHECK(input.mouse_x == 150);
    CHECK(input.mouse_y == 75);
    // A minimised window has no size: no division by zero.
    input.place_mouse(100, 50, {}, {});
    CHECK(input.mouse_x == 100);
    CHECK(input.mouse_y == 50);
}

TEST_CASE("a touchpad's fractions of a notch add up to whole ones, and turn around at once") {
    Input input;
    const auto turned = [&](double notches) {
        input.next_frame();
        input.turn_wheel(notches);
        return input.wheel;
    };
    CHECK(turned(1) == 1);
    CHECK(turned(-2) == -2);
    int sum = 0;
    for (int i = 0; i < 20; ++i) sum += turned(0.1);
    CHECK(sum == 2);
    sum = 0;
    for (int i = 0; i < 9; ++i) sum += turned(0.1);
    CHECK(sum == 0);
    // The rest of the other way does not count.
    CHECK(turned(-0.5) == 0);
    CHECK(turned(-0.5) == -1);
    CHECK(turned(-2.75) == -2);
    CHECK(turned(-0.25) == -1);
    // Several events of one frame.
    input.next_frame();
    for (int i = 0; i < 3; ++i) input.turn_wheel(0.5);
    CHECK(input.wheel == 1);
}
