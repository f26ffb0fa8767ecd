// Goal: the mouse position is right on displays whose window coordinates are not pixels, too.
#include <doctest/doctest.h>

#include "client/platform/input.hpp"

using albireo::platform::Input;

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
