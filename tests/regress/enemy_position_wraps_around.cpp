// Symptom: an enemy that flew off without ever entering the field was never removed. Minutes later its position had
// wrapped around, and it came in from the other side.
#include <doctest/doctest.h>

#include "sim/level/level_bytes.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("an enemy that never enters the field is removed once it is far away") {
    Level level = overfull_level(3);
    level.actions = {{.op = Op::leave, .x = Fixed(5_u).raw, .y = 0}};
    level.states[0].begin = {0, 1};
    level.spawns[0].at = {17_u, 0_u};
    level.spawns[1].at = {-64_u, 0_u};  // enters from the far left, then leaves on the right
    level.spawns[2].at = {0_u, 0_u};
    derive(level);
    REQUIRE(check_level(level) == "");
    Game game(level);
    game.step({});
    CHECK(game.world->enemies.count == 3);
    game.steps(60);
    CHECK(game.world->enemies.count == 0);
}
