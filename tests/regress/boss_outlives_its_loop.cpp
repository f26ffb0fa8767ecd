// Symptom: a loop that waits for its boss ended when its laps ran out. The boss was still alive, and the level counted as
// cleared.
#include <set>

#include "sim/game/flow.hpp"
#include "tests/sim/bare_level.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// The first loop waits for its boss, the second for a flag. Each would end after one lap if laps could end it.
Level level_of_one_lap() {
    Level level = small_level();
    for (LoopDef& loop : level.loops) loop.laps_max = 1;
    for (std::size_t tile : {2u, 3u, 4u}) level.tiles[tile].ticks = 60;
    level.loops[1].flag = 31;  // a flag that nothing raises
    return level;
}

Enemy* boss_of(Game& game) {
    for (Enemy& enemy : game.world->enemies) {
        if (enemy.id.spawn == game.level.loops[0].spawn + 1 && enemy.id.child == 0) return &enemy;
    }
    return nullptr;
}

}  // namespace

TEST_CASE("a loop with a trigger repeats until the trigger, a loop without one for its laps") {
    const Level level = level_of_one_lap();
    Game game(level);
    game.step_while([&] { return boss_of(game) == nullptr; });
    REQUIRE(boss_of(game) != nullptr);
    game.steps(3000);
    CHECK(game.world->flow.loop == 0);
    CHECK(game.world->flow.lap >= 40);
    CHECK(outcome_of(*game.world) == Outcome::playing);

    // A boss that has left permanently ends the loop like a dead one: late.
    REQUIRE(boss_of(game) != nullptr);
    boss_of(game)->mover = Mover::none;
    boss_of(game)->at = {100_u, 0_u};
    boss_of(game)->flags = kHasEntered;
    for (Machine& machine : boss_of(game)->machines) machine.sleep = 9999;
    game.step({});
    REQUIRE(boss_of(game) == nullptr);
    CHECK(game.world->flow.loops_done == 0);
    game.steps(kLateTicks + 1);
    CHECK(game.world->flow.loops_done == 1);

    game.steps(3000);
    CHECK(game.world->flow.loop == 1);
    game.world->flow.flags |= std::uint32_t{1} << 31;
    game.step({});
    CHECK(game.world->flow.loops_done == 2);
    game.step_while([&] { return game.world->flow.loop != 2; });
    const std::uint32_t last = game.world->tick.value;
    game.step_while([&] { return game.world->flow.loop == 2; });
    CHECK(game.world->tick.value - last <= 61);
}

TEST_CASE("no two enemies have one name, however many laps there are") {
    Level level = level_of_one_lap();
    level.loops[0].spawn = kNone16;  // the first two loops end by their laps; the third spawns an enemy in each lap
    level.loops[1].flag = kNone;
    level.loops[2].flag = 31;
    Game game(level);
    game.step_while([&] { return game.world->flow.loop != 2; });
    std::set<EnemyId> spawned;
    for (int t = 0; t < 300 * 60; ++t) {
        game.step({});
        for (const Event& event : game.events->all()) {
            if (event.kind != EventKind::enemy_spawned) continue;
            const EnemyId id{static_cast<std::uint16_t>(event.cause >> 48), static_cast<std::uint8_t>(event.cause >> 40),
                             static_cast<std::uint8_t>(event.cause >> 32)};
            if (id.child == 0) REQUIRE(spawned.insert(id).second);
        }
    }
    CHECK(game.world->flow.loop == 2);
    CHECK(spawned.size() == kLapsMax);
}
