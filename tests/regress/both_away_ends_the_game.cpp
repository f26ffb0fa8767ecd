// Symptom: when both players lost connection, or a computer with both of them slept for a few seconds, they returned to
// "continue?" without the lives they still had.
#include <doctest/doctest.h>

#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a game is not over while all its players are away") {
    const Level level = small_level();
    Game game(level);
    game.step({});
    const FramePair all_away = {absent_frame(), absent_frame()};
    game.steps(5 * kLateTicks, all_away);
    CHECK(outcome_of(*game.world) == Outcome::playing);
    CHECK_FALSE(is_over(*game.world));
    game.steps(2 * kLateTicks, {Frame{}, absent_frame()});
    CHECK_FALSE(is_over(*game.world));
    CHECK(is_flying(game.world->ships[0]));
    CHECK(game.world->ships[0].lives == kLivesAtStart);
}

TEST_CASE("a player who returns without lives while the partner is away is asked to continue") {
    const Level level = small_level();
    Game game(level);
    game.world->ships[0].lives = 1;
    FramePair frames = {Frame{}, absent_frame()};
    frames[0].report_count = 1;
    frames[0].reports[0] = {.kind = ReportKind::died};
    game.step_while([&] { return game.world->ships[0].lives > 0; }, frames);
    game.steps(3 * kLateTicks, {absent_frame(), absent_frame()});
    CHECK(is_over(*game.world));  // the player was present when it was detected
}
