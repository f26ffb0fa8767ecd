// Symptom: after a loop had ended because its laps ran out, the next loop did not end when its boss died.
#include <doctest/doctest.h>

#include "sim/game/enemy.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a loop ends with its boss even if the loop before it ran out of laps") {
    Level level = small_level();
    level.loops[0].flag = level.loops[1].flag = kNone;
    level.loops[2].spawn = level.loops[0].spawn;
    level.loops[0].spawn = kNone16;  // the first two loops end only by their laps
    level.loops[0].laps_max = level.loops[1].laps_max = 1;
    level.loops[2].laps_max = 200;
    Game game(level);
    while (game.world->flow.loop != 2) {
        game.step({});
        REQUIRE(game.world->tick.value < 2000);
    }
    CHECK(game.world->flow.loops_done == 2);
    // The boss appeared in the first loop. From here on it may be killed.
    Enemy* boss = nullptr;
    for (Enemy& enemy : game.world->enemies) {
        if (enemy.id.spawn == level.loops[2].spawn + 1) boss = &enemy;
    }
    REQUIRE(boss != nullptr);
    boss->parts[0].armour = 1;
    boss->parts[1].flags = 0;
    const EnemyId id = boss->id;
    // Its armour is below its phases' marks, so it goes through its phases first.
    game.step_while([&] { return !is_exposed(level, *find_enemy(*game.world, id), 0); });
    find_enemy(*game.world, id)->parts[0].at = {};
    game.world->earnings[0].gold = 1000;
    FramePair frames;
    frames[0].buttons = kLightning;
    frames[0].report_count = 1;
    frames[0].reports[0] = {.kind = ReportKind::bolt, .enemy = id};
    game.step(frames);
    REQUIRE(game.world->counters[0].applied == 1);
    CHECK(game.world->flow.trigger_loop == 2);
    game.steps(kLateTicks);
    CHECK(game.world->flow.loops_done == 3);
    game.step_while([&] { return game.world->flow.loop == 2; });
    CHECK(game.world->flow.loop == Flow::kNoLoop);
}
