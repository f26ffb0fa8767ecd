// Symptom: a player who returned within two seconds after both were out cancelled the game over at once, so the partner's
// prediction stopped its scenery while the true scenery moved on (rule 5). A player who was away during "continue?" had
// no lives on return.
#include <doctest/doctest.h>

#include "sim/game/player.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("the game is over exactly two seconds after both players are out, even if one returns meanwhile") {
    const Level level = small_level();
    Game game(level);
    game.world->ships[0].lives = 1;
    FramePair frames = {Frame{}, absent_frame()};
    frames[0].report_count = 1;
    frames[0].reports[0] = {.kind = ReportKind::died};
    game.step_while([&] { return game.world->flow.over_wait == 0; }, frames);  // until it is detected
    for (std::uint32_t t = 1; t < kLateTicks; ++t) {
        game.step(t < 60 ? frames : FramePair{});
        REQUIRE_FALSE(is_over(*game.world));
    }
    game.step({});
    CHECK(is_over(*game.world));
}

TEST_CASE("a continue also gives lives to a player who is away") {
    const Level level = small_level();
    Game game(level);
    for (Ship& ship : game.world->ships) ship.lives = 1;
    FramePair frames;
    for (Frame& frame : frames) {
        frame.report_count = 1;
        frame.reports[0] = {.kind = ReportKind::died};
    }
    game.step_while([&] { return life_of(game.world->ships[1]) != Life::watching; }, frames);
    frames = {Frame{}, absent_frame()};
    game.step_while([&] { return !is_over(*game.world); }, frames);
    REQUIRE(life_of(game.world->ships[1]) == Life::absent);
    frames[0].command = Command::carry_on;
    frames[0].command_delay = kLeadTicksMax;
    game.step(frames);
    frames[0].command = Command::none;
    for (std::uint32_t t = 0; t < kLeadTicksMax; ++t) {
        CHECK(game.world->flow.continues == 0);
        game.step(frames);
    }
    CHECK(game.world->flow.continues == 1);
    game.step(frames);
    CHECK(life_of(game.world->ships[0]) == Life::entering);
    CHECK(game.world->ships[0].lives == 3);
    CHECK(life_of(game.world->ships[1]) == Life::absent);
    game.step({});
    CHECK(life_of(game.world->ships[1]) == Life::entering);
    CHECK(game.world->ships[1].lives == 3);
    game.steps(200);
    CHECK_FALSE(is_over(*game.world));
}
