// Symptom: a team that lost its last ship while an extend was pending got its life, and the game was over nevertheless.
#include "sim/game/flow.hpp"
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a game whose last ship is lost while an extend is pending continues") {
    for (const std::uint32_t lost_after : {1u, 60u, 119u}) {
        CAPTURE(lost_after);
        const Level level = BareLevel().done();
        Game game(level);
        for (Ship& ship : game.world->ships) ship.lives = 1;
        game.world->earnings[0].score = kExtendFirst;
        game.step({});
        REQUIRE(game.world->team.extend_wait == kLateTicks);
        wait(game, lost_after - 1);
        for (Ship& ship : game.world->ships) ship.invulnerable = 0;
        Frame death = with({}, {.kind = ReportKind::died});
        game.step({death, death});
        REQUIRE(game.world->ships[0].lives == 0);
        REQUIRE(game.world->ships[1].lives == 0);
        wait(game, 3 * kLateTicks);
        CHECK_FALSE(is_over(*game.world));
        for (const Ship& ship : game.world->ships) CHECK(ship.lives == 1);
    }
}
