// Symptom: when the links of both players were cut, or a computer with both of them slept for a few seconds, they came
// back to "continue?" with the lives that they still had gone.
#include <doctest/doctest.h>

#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a game whose players are all away is not over") {
    const Level level = small_level();
    Game game(level);
    game.step({});
    const FramePair nobody = {absent_frame(), absent_frame()};
    game.steps(5 * kLateTicks, nobody);
    CHECK(outcome_of(*game.world) == Outcome::playing);
    CHECK_FALSE(is_over(*game.world));
    game.steps(2 * kLateTicks, {Frame{}, absent_frame()});
    CHECK_FALSE(is_over(*game.world));
    CHECK(is_flying(game.world->ships[0]));
    CHECK(game.world->ships[0].lives == kLivesAtStart);
}

TEST_CASE("one who returns without lives while his partner is away is asked") {
    const Level level = small_level();
    Game game(level);
    game.world->ships[0].lives = 1;
    FramePair frames = {Frame{}, absent_frame()};
    frames[0].report_count = 1;
    frames[0].reports[0] = {.kind = ReportKind::died};
    game.step_while([&] { return game.world->ships[0].lives > 0; }, frames);
    game.steps(3 * kLateTicks, {absent_frame(), absent_frame()});
    CHECK(is_over(*game.world));  // he was there when it was noticed
}
