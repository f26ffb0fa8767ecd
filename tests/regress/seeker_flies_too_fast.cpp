// Symptom: a seeker aimed at a point far outside the field flew five times as fast as any other, because its curve took
// no longer than the longest legitimate one.
#include <doctest/doctest.h>

#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a seeker's curve takes the time its speed needs for the distance, wherever it is aimed") {
    const Level level = small_level();
    constexpr AimPoint kCorners[] = {{32767, 0},    {32767, 32767}, {32767, -32768}, {0, 32767},    {0, -32768},
                                     {-32768, 0},   {-32768, 9000}, {9000, 9000},    {4000, -2000}, {3800, 2200},
                                     {-2900, 2300}, {-2600, 0},     {-1000, 700}};
    for (const bool charged : {false, true}) {
        const Volley& volley = volley_of(Weapon::seekers, charged ? Form::charged : Form::plain);
        for (const AimPoint aim : kCorners) {
            INFO("aimed at ", aim.x, ", ", aim.y, ", charged: ", charged);
            Game game(level);
            Frame frame;
            frame.buttons = static_cast<std::uint16_t>((charged ? kRelease : kFire) |
                                                       static_cast<int>(Weapon::seekers) << kWeaponShift);
            frame.lock = EnemyId{1, 0, 0};
            frame.aim = aim;
            game.step({frame, Frame{}});
            REQUIRE(game.world->shots[0].count == volley.shots);
            const Shot first = game.world->shots[0].items[0];
            Vec2 at = first.at;
            Vec2 speed = first.speed;
            for (int t = 0; t < first.bend_ticks; ++t) at += speed += first.bend;
            // A curve to a point behind the ship begins ahead of the ship.
            CHECK(length(at - first.at) <= volley.speed * (first.bend_ticks + 1) + 1_u);
        }
    }
}
