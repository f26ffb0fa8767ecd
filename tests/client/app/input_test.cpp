// Goal: keys and sticks become the buttons that a frame carries, for one player and for two at one keyboard.
#include <doctest/doctest.h>

#include "client/app/bindings.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

TEST_CASE("held keys are buttons, a tap between two frames counts once") {
    const Bindings bindings = default_bindings();
    platform::Input input;
    input.held[static_cast<std::size_t>(Key::up)] = true;
    input.pressed.push_back(Key::space);
    CHECK(read_keys(input, bindings.alone).buttons == (kUp | kFire));
    input.next_frame();
    CHECK(read_keys(input, bindings.alone).buttons == kUp);
    CHECK_FALSE(read_keys(input, bindings.alone).next_weapon);
    input.pressed.push_back(Key::v);
    CHECK(read_keys(input, bindings.alone).next_weapon);
}

TEST_CASE("two at one keyboard do not steer each other") {
    const Bindings bindings = default_bindings();
    CHECK(conflict_of(bindings.alone).empty());
    CHECK(conflict_of(bindings.halves[0]).empty());
    CHECK(conflict_between(bindings.halves[0], bindings.halves[1]).empty());
    platform::Input input;
    input.held[static_cast<std::size_t>(Key::left)] = true;
    input.held[static_cast<std::size_t>(Key::w)] = true;
    CHECK(read_keys(input, bindings.halves[0]).buttons == kUp);
    CHECK(read_keys(input, bindings.halves[1]).buttons == kLeft);
}

TEST_CASE("a conflict is named") {
    PlayerKeys keys = default_bindings().alone;
    keys.of(Action::fire)[1] = Key::x;
    CHECK(conflict_of(keys) == "fire and release are both 'x'");
}

TEST_CASE("a stick has eight ways and a dead zone") {
    platform::Pad pad;
    pad.x = 1;
    CHECK(read_pad(pad, 0.25F).buttons == 0);  // no pad there
    pad.here = true;
    CHECK(read_pad(pad, 0.25F).buttons == kRight);
    pad.y = -1;
    CHECK(read_pad(pad, 0.25F).buttons == (kRight | kDown));
    pad.x = 0.1F;
    CHECK(read_pad(pad, 0.25F).buttons == kDown);
    pad.y = -0.2F;
    CHECK(read_pad(pad, 0.25F).buttons == 0);
}

TEST_CASE("every key has a name that leads back to it") {
    for (std::size_t i = 0; i < platform::kKeyCount; ++i) {
        const Key key = static_cast<Key>(i);
        CHECK(platform::key_named(platform::name_of(key)) == key);
    }
    CHECK_FALSE(platform::key_named("hyper"));
}
