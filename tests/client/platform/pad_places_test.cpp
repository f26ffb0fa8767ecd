// Goal: the first gamepad is the first pad, whatever else the system lists as a joystick. Pads that are plugged in and out
// do not take each other's places.
#include <doctest/doctest.h>

#include "client/platform/pad_places.hpp"

using albireo::platform::PadPlaces;
using Places = std::array<int, albireo::platform::kPadsMax>;

TEST_CASE("the only gamepad is the first pad, wherever the system lists it") {
    PadPlaces places;
    places.update(1U << 1);
    CHECK(places.all() == Places{1, -1, -1, -1});
    PadPlaces late;
    late.update(1U << 15);
    CHECK(late.all() == Places{15, -1, -1, -1});
}

TEST_CASE("a pad keeps its place while others come and go") {
    PadPlaces places;
    places.update(0b10100);
    CHECK(places.all() == Places{2, 4, -1, -1});
    places.update(0b10000);
    CHECK(places.all() == Places{-1, 4, -1, -1});
    places.update(0b10001);
    CHECK(places.all() == Places{0, 4, -1, -1});
    places.update(0b11111);
    CHECK(places.all() == Places{0, 4, 1, 2});
    // A fifth pad waits until there is room.
    places.update(0b11110);
    CHECK(places.all() == Places{3, 4, 1, 2});
}
