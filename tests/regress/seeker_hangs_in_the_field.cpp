// Symptom: a seeker aimed where its curve comes to rest hung in the field for minutes, and its bits were reused by later
// shots.
#include <doctest/doctest.h>

#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("no shot lives longer than five seconds, wherever a seeker is aimed") {
    const Level level = small_level();
    std::uint32_t slowest = 0;
    for (std::int32_t up = -4000; up <= 4000; up += 50) {
        Game game(level);
        FramePair frames;
        for (std::uint32_t i = 0; i < kEnterTicks + 2u; ++i) game.step(frames);
        Frame& frame = frames[0];
        const Vec2 aim = game.world->ships[0].at + kNose + Vec2{840_mu, Fixed::ratio(up, 1000)};
        frame.buttons = kFire | static_cast<std::uint16_t>(Weapon::seekers) << kWeaponShift;
        frame.lock = EnemyId{1, 0, 0};
        frame.aim = AimPoint::at(aim);
        game.step(frames);
        REQUIRE(game.world->shots[0].count > 0);
        frame.buttons = 0;
        std::uint32_t ticks = 1;  // the tick that fired it
        for (; game.world->shots[0].count > 0; ++ticks) {
            REQUIRE(ticks <= kShotTicksMax);
            game.step(frames);
        }
        slowest = std::max(slowest, ticks);
    }
    CHECK(slowest == kShotTicksMax);  // some aims do bring a seeker to rest
}
