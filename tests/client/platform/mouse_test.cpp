// Goal: the mouse position is right on displays whose window coordinates are not pixels, too.
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
