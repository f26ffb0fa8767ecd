// Symptom: when the partner lost their last life, aimed fire turned to you in the same tick. A prediction that did not
// know of the death showed shots in other directions. Aim must lag by kAimLagTicks in its choice of target as well as in
// its place (rule 5).
#include <doctest/doctest.h>

#include "sim/game/player.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("fire aims at where a ship was, and changes target kAimLagTicks after the ship is out or away") {
    const Level level = small_level();
    FramePair leaves;
    SUBCASE("out of lives") {
        leaves[1].report_count = 1;
        leaves[1].reports[0] = {.kind = ReportKind::died};
    }
    SUBCASE("absent") {
        leaves[1] = absent_frame();
    }
    Game game(level);
    game.world->ships[1].lives = 1;
    game.step_while([&] { return !is_vulnerable(game.world->ships[1]); });
    Game stays(game);
    for (std::uint32_t t = 0; t < kAimLagTicks; ++t) {
        game.step(leaves);
        stays.step({});
        CHECK(aim_target(*game.world, 1) == Slot::blue);
        CHECK(same_bytes(lagged_place(*game.world, Slot::blue), lagged_place(*stays.world, Slot::blue)));
    }
    CHECK_FALSE(is_in_play(*game.world, Slot::blue));
    game.step(leaves);
    CHECK(aim_target(*game.world, 1) == Slot::gold);
    CHECK(aim_target(*game.world, 2) == Slot::gold);
    CHECK(aim_target(*stays.world, 1) == Slot::blue);
}
