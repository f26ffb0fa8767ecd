// Symptom: at a section's end a watching player's ship started its countdown to return in the same tick, although this
// depends on the partner's frames too. A player's own ship differed between prediction and confirmed world (rule 4).
#include <doctest/doctest.h>

#include "sim/game/player.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a life comes back kLateTicks after the section, and the ship shows nothing before") {
    const Level level = small_level();
    const std::uint32_t section = 470;
    Game game(level);
    FramePair died;
    died[0].report_count = 1;
    died[0].reports[0] = {.kind = ReportKind::died};
    game.world->ships[0].lives = 1;
    game.step_while([&] { return !is_vulnerable(game.world->ships[0]); });
    game.step(died);
    game.step_while([&] { return game.world->flow.timeline < section - 1; });
    REQUIRE(life_of(game.world->ships[0]) == Life::watching);
    Game alone(game);  // the same game, but the partner leaves in the tick before the section
    const FramePair leaves = {Frame{}, absent_frame()};
    for (std::uint32_t t = 0; t <= kLateTicks; ++t) {
        game.step({});
        alone.step(leaves);
        REQUIRE(same_bytes(game.world->ships[0], alone.world->ships[0]));
        REQUIRE(life_of(game.world->ships[0]) == Life::watching);
    }
    CHECK(is_in_play(*game.world, Slot::gold));
    CHECK_FALSE(is_in_play(*alone.world, Slot::gold));
    game.step({});
    CHECK(life_of(game.world->ships[0]) == Life::entering);
    CHECK(game.world->ships[0].lives == 1);
    CHECK(game.world->flow.life_wait[0] == 0);
}
