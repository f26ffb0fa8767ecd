// Goal: keys and sticks become the buttons of a frame, for one player and for two at one keyboard.
#include <doctest/doctest.h>

#include "client/app/controls/bindings.hpp"
#include "client/app/controls/control_names.hpp"
#include "client/app/controls/steering.hpp"

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

TEST_CASE("push to talk lasts as long as its key or button is held") {
    const Bindings bindings = default_bindings();
    platform::Input input;
    CHECK_FALSE(read_keys(input, bindings.alone).talks);
    input.held[static_cast<std::size_t>(Key::t)] = true;
    for (int frame = 0; frame < 3; ++frame, input.next_frame()) CHECK(read_keys(input, bindings.alone).talks);
    CHECK_FALSE(read_keys(input, bindings.halves[0]).talks);  // players at one machine need no voice
    input.held[static_cast<std::size_t>(Key::t)] = false;
    CHECK_FALSE(read_keys(input, bindings.alone).talks);
    platform::Pad pad;
    pad.here = true;
    pad.held[static_cast<std::size_t>(platform::PadButton::left_stick)] = true;
    CHECK(read_pad(pad, bindings.pads[0], 0.2F).talks);
    CHECK(read_pad(pad, bindings.pads[0], 0.2F).buttons == 0);
}

TEST_CASE("above 60 frames a second: a tap between two ticks counts in the next tick, and in no other") {
    bot::BodyStore bodies;
    LocalPlayer anna(bodies);
    LocalPlayer* people[] = {&anna};
    const Bindings bindings = default_bindings();
    const auto world = std::make_unique<World>();
    const auto frame = [&](const platform::Input& input) { hold_all(people, bindings, 0.25F, input); };
    const auto tick = [&] { return anna.steer(*world).buttons; };
    platform::Input tap, nothing, held;
    tap.pressed.push_back(Key::space);
    held.pressed.push_back(Key::up);
    held.held[static_cast<std::size_t>(Key::up)] = true;
    SUBCASE("pressed and released within one frame") {
        frame(tap);
        frame(nothing);
        CHECK(tick() == kFire);
        frame(nothing);
        CHECK(tick() == 0);
    }
    SUBCASE("held for one of several frames") {
        frame(nothing);
        frame(held);
        frame(nothing);
        CHECK(tick() == kUp);
        CHECK(tick() == 0);
    }
    SUBCASE("released and tapped again within one frame") {
        frame(held);
        CHECK(tick() == kUp);
        held.held.reset();  // the press alone
        frame(held);
        frame(nothing);
        CHECK(tick() == kUp);
    }
    SUBCASE("a key that is released between two ticks is no longer held") {
        frame(held);
        CHECK(tick() == kUp);
        held.pressed.clear();
        frame(held);
        frame(nothing);
        CHECK(tick() == 0);
    }
    SUBCASE("a stick and a pad's button that are released at once") {
        platform::Input pad;
        pad.pads[0].here = true;
        pad.pads[0].x = -1;
        pad.pads[0].held[static_cast<std::size_t>(platform::PadButton::west)] = true;
        frame(pad);
        frame(nothing);
        CHECK(tick() == (kLeft | kRelease));
        CHECK(tick() == 0);
    }
    SUBCASE("presses before the game begins do not count") {
        frame(tap);
        frame(nothing);
        anna.begin(Level{}, Slot::gold);
        CHECK(tick() == 0);
    }
}

TEST_CASE("a key that repeats while it is held is one press, and moves through lists repeatedly") {
    const Bindings bindings = default_bindings();
    platform::Input input;
    platform::Press again(Key::comma);
    again.repeat = true;
    input.pressed = {Key::comma};
    CHECK(read_keys(input, bindings.halves[1]).next_weapon);
    input.pressed = {again, again};
    CHECK_FALSE(read_keys(input, bindings.halves[1]).next_weapon);
    again.key = Key::down;
    input.pressed = {Key::down, again, again};
    Steering steering;
    CHECK(steering.read(input, 0.016F).size() == 3);
}

TEST_CASE("by default no two players share a key") {
    const Bindings bindings = default_bindings();
    for (std::size_t board = 0; board < kBoardCount; ++board) {
        for (std::size_t action = 0; action < kActionCount; ++action) {
            CHECK(conflict_of(bindings, static_cast<Board>(board), static_cast<Action>(action)).empty());
        }
    }
    platform::Input input;
    input.held[static_cast<std::size_t>(Key::left)] = true;
    input.held[static_cast<std::size_t>(Key::w)] = true;
    CHECK(read_keys(input, bindings.halves[0]).buttons == kUp);
    CHECK(read_keys(input, bindings.halves[1]).buttons == kLeft);
}

TEST_CASE("a conflict is named, on either side") {
    Bindings bindings = default_bindings();
    bindings.alone.of(Action::fire)[1] = Key::x;
    CHECK(conflict_of(bindings, Board::alone, Action::fire) == "taken: Charged fire");
    CHECK(conflict_of(bindings, Board::alone, Action::release) == "taken: Fire");
    CHECK(conflict_of(bindings, Board::alone, Action::up).empty());
    bindings.halves[0].of(Action::fire)[0] = Key::up;
    CHECK(conflict_of(bindings, Board::left, Action::fire) == "other player: Up");
    CHECK(conflict_of(bindings, Board::right, Action::up) == "other player: Fire");
    bindings.pads[1].of(Action::focus) = platform::PadButton::south;
    CHECK(conflict_of(bindings, Board::second_pad, Action::focus) == "taken: Fire");
    CHECK(conflict_of(bindings, Board::first_pad, Action::focus).empty());
}

TEST_CASE("a stick has eight directions and a dead zone") {
    const PlayerPad buttons = default_bindings().pads[0];
    platform::Pad pad;
    pad.x = 1;
    CHECK(read_pad(pad, buttons, 0.25F).buttons == 0);  // no pad there
    pad.here = true;
    CHECK(read_pad(pad, buttons, 0.25F).buttons == kRight);
    pad.y = -1;
    CHECK(read_pad(pad, buttons, 0.25F).buttons == (kRight | kDown));
    pad.x = 0.05F;
    CHECK(read_pad(pad, buttons, 0.25F).buttons == kDown);
    pad.y = -0.2F;
    CHECK(read_pad(pad, buttons, 0.25F).buttons == 0);
    CHECK(read_pad(pad, buttons, 0.15F).buttons == kDown);
}

TEST_CASE("pad buttons are remapped one by one") {
    PlayerPad buttons = default_bindings().pads[0];
    buttons.of(Action::fire) = platform::PadButton::right_trigger;
    platform::Pad pad;
    pad.here = true;
    pad.held[static_cast<std::size_t>(platform::PadButton::south)] = true;
    CHECK(read_pad(pad, buttons, 0.25F).buttons == 0);
    pad.held[static_cast<std::size_t>(platform::PadButton::right_trigger)] = true;
    CHECK(read_pad(pad, buttons, 0.25F).buttons == kFire);
    buttons.of(Action::fire) = platform::PadButton::none;
    CHECK(read_pad(pad, buttons, 0.25F).buttons == 0);
}

TEST_CASE("of two players, each has half of the keyboard and every second pad. A single player has all of them") {
    bot::BodyStore bodies;
    LocalPlayer anna(bodies), ben(bodies);
    LocalPlayer* both[] = {&anna, &ben};
    const Bindings bindings = default_bindings();
    const auto world = std::make_unique<World>();
    const auto flies = [&](LocalPlayer& person) { return person.steer(*world).buttons; };
    for (std::size_t pad = 0; pad < platform::kPadsMax; ++pad) {
        CAPTURE(pad);
        platform::Input input;
        input.held[static_cast<std::size_t>(Key::w)] = true;     // the left half's up
        input.held[static_cast<std::size_t>(Key::left)] = true;  // the right half's left
        input.pads[pad].here = true;
        input.pads[pad].held[static_cast<std::size_t>(platform::PadButton::south)] = true;
        input.pads[pad].pressed[static_cast<std::size_t>(platform::PadButton::right_bumper)] = true;
        const Held asked = hold_all(both, bindings, 0.25F, input);
        CHECK(asked.buttons == (kUp | kLeft | kFire));
        CHECK(flies(anna) == (kUp | (pad % 2 == 0 ? kFire : 0)));
        CHECK(flies(ben) == (kLeft | (pad % 2 == 1 ? kFire : 0)));
        // The weapon changes only for the player who pressed its key.
        CHECK((anna.steer(*world).weapon == Weapon::fan) == (pad % 2 == 0));
        anna.take_weapon(Weapon::needle);
        ben.take_weapon(Weapon::needle);
        LocalPlayer* alone[] = {&anna};
        hold_all(alone, bindings, 0.25F, input);
        CHECK(flies(anna) == (kUp | kLeft | kFire));
        anna.take_weapon(Weapon::needle);
    }
    // Two pads at once, each with bindings of its own.
    Bindings own = bindings;
    own.pads[1].of(Action::fire) = platform::PadButton::north;
    platform::Input input;
    for (std::size_t pad = 0; pad < 2; ++pad) {
        input.pads[pad].here = true;
        input.pads[pad].x = pad == 0 ? 1.0F : -1.0F;
        input.pads[pad].held[static_cast<std::size_t>(platform::PadButton::north)] = true;
    }
    hold_all(both, own, 0.25F, input);
    CHECK(flies(anna) == (kRight | kLightning));
    CHECK(flies(ben) == (kLeft | kFire | kLightning));
}

TEST_CASE("steps come in the order of the keys, and a held stick repeats") {
    Steering steering;
    platform::Input input;
    input.pressed = {Key::down, Key::down, Key::enter, Key::x, Key::escape};
    const auto& steps = steering.read(input, 0.016F);
    REQUIRE(steps.size() == 4);
    CHECK(steps[1].step == Step::down);
    CHECK(steps[2].step == Step::accept);
    CHECK(steps[3].step == Step::back);
    input.next_frame();
    input.pads[1].here = true;
    input.pads[1].y = -0.9F;
    std::size_t count = 0;
    for (int frame = 0; frame < 60; ++frame) count += steering.read(input, 1.0F / 60).size();
    CHECK(count >= 5);  // once, after 0.4 s again, then every 0.12 s
    CHECK(count <= 7);
}

TEST_CASE("a pad's button is shown as it is labelled on the pad, whatever the settings file calls it") {
    using platform::PadButton;
    for (const auto& [button, label] : {std::pair{PadButton::south, "A"}, {PadButton::east, "B"}, {PadButton::west, "X"},
                                        {PadButton::north, "Y"}, {PadButton::left_bumper, "LB"}, {PadButton::right_trigger, "RT"}}) {
        CHECK(platform::label_of(button) == label);
        Bindings bindings = default_bindings();
        bindings.pads[0].of(Action::fire) = button;
        Controllers one_pad;
        one_pad.pads[0] = true;
        CHECK(control_text(bindings, "fire", one_pad) == std::string("SPACE or ") + label);
    }
}

TEST_CASE("a key is shown in words, and those of the keypad with their signs, whatever the settings file calls it") {
    for (const auto& [key, label] : {std::pair{Key::a, "A"}, {Key::left_shift, "Left Shift"}, {Key::pad0, "Keypad 0"},
                                     {Key::pad9, "Keypad 9"}, {Key::pad_enter, "Keypad Enter"}, {Key::pad_add, "Keypad +"},
                                     {Key::pad_decimal, "Keypad ."}, {Key::insert, "Insert"}}) {
        CHECK(platform::label_of(key) == label);
    }
    CHECK(platform::name_of(Key::pad_add) == "pad_add");
}

TEST_CASE("every key has a name that maps back to it") {
    for (std::size_t i = 0; i < platform::kKeyCount; ++i) {
        const Key key = static_cast<Key>(i);
        CHECK(platform::key_named(platform::name_of(key)) == key);
    }
    CHECK_FALSE(platform::key_named("hyper"));
    for (std::size_t i = 0; i < platform::kPadButtonCount; ++i) {
        const auto button = static_cast<platform::PadButton>(i);
        CHECK(platform::pad_button_named(platform::name_of(button)) == button);
    }
}
