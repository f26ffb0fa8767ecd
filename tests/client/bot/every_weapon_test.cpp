// Goal: every weapon of the game can be played: a player who carries nothing else fires it, plain, focused and charged,
// and kills with it. The kills are found by a client's own collision detection, with the weapon's radius. A new weapon
// is tested without any edit here.
#include <doctest/doctest.h>

#include <memory>

#include "sim/game/tuning.hpp"
#include "sim/step.hpp"
#include "tests/support/pilot.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

const Stage& stage() {
    static const Stage small(support::small_level());
    return small;
}

/// What a weapon has done in a game, by the form in which it was fired.
struct Deeds {
    std::array<std::uint32_t, kFormCount> fired{};  // volleys, or ticks with a ribbon
    std::uint32_t shots_of_others = 0;
    std::uint32_t kills = 0;
    std::uint32_t implausible = 0;
};

Form form_in(const World& world, const Frame& frame) {
    if (world.ships[0].powered != 0) return Form::charged;
    return frame.held(kFocus) ? Form::focused : Form::plain;
}

/// Gold plays with one weapon, steered by an autopilot, which also releases charge. It always fires, and every fourth
/// second it holds focus. Blue does nothing.
Deeds play(Weapon weapon) {
    bot::Autopilot pilot(stage().level, {.own = Slot::gold, .command_delay = 0});
    client::FrameMaker maker(Slot::gold);
    client::RemoteShots remote(Slot::blue);
    client::Reporter reporter(stage().level, stage().bodies, Slot::gold);
    auto world = std::make_unique<World>();
    auto events = std::make_unique<Events>();
    init(*world, stage().level, {});
    Deeds deeds;
    for (int tick = 0; tick < 60 * 90 && outcome_of(*world) == Outcome::playing; ++tick) {
        client::Controls controls = pilot.next(*world);
        controls.weapon = weapon;
        controls.buttons = static_cast<std::uint16_t>((controls.buttons | kFire) & ~kLightning);  // no other kills
        if (tick / 60 % 4 == 3) controls.buttons |= kFocus;
        world->ships[0].lives = kLivesMax;
        remote.update(*world, world->tick);
        const FramePair frames{maker.make(*world, stage().level, controls, reporter.look(*world, remote)), Frame{}};
        events->clear();
        step(*world, stage().level, frames, *events);
        for (const Event& event : events->all()) {
            if (event.slot != Slot::gold) continue;
            if (event.kind == EventKind::shot_fired) ++deeds.fired[static_cast<std::size_t>(form_in(*world, frames[0]))];
            deeds.kills += event.kind == EventKind::enemy_died ? 1 : 0;
        }
        for (const Shot& shot : world->shots[0]) deeds.shots_of_others += shot.weapon != weapon ? 1 : 0;
        if (world->ships[0].ribbon != 0) ++deeds.fired[static_cast<std::size_t>(form_in(*world, frames[0]))];
    }
    deeds.implausible = world->counters[0].implausible;
    return deeds;
}

}  // namespace

TEST_CASE("every weapon is fired in each of its forms, and kills") {
    for (int number = 0; number < kWeaponCount; ++number) {
        CAPTURE(number);
        const Deeds deeds = play(static_cast<Weapon>(number));
        CHECK(deeds.shots_of_others == 0);
        CHECK(deeds.implausible == 0);
        CHECK(deeds.kills >= 5);
        for (const std::uint32_t fired : deeds.fired) CHECK(fired > 0);
        MESSAGE("weapon " << number << ": " << deeds.kills << " kills; " << deeds.fired[0] << ", " << deeds.fired[1] << ", "
                          << deeds.fired[2] << " volleys");
    }
}
