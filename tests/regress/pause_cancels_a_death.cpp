// Symptom: a ship that died in the tick in which a pause began lived on, although its death had been shown. A ribbon
// burned its target during the whole pause.
#include <doctest/doctest.h>

#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// Blue requests a pause; it begins `before` steps after the next.
void ask_for_pause(Game& game, FramePair frames, std::uint32_t before) {
    frames[1].command = Command::pause;
    frames[1].command_delay = kLeadTicksMax;
    game.step(frames);
    frames[1] = Frame{};
    for (std::uint32_t t = before + 1; t < kLeadTicksMax; ++t) game.step(frames);
    REQUIRE_FALSE(is_paused(*game.world));
}

}  // namespace

TEST_CASE("a death in the tick in which a pause begins counts") {
    const Level level = small_level();
    Game game(level);
    game.step_while([&] { return !is_vulnerable(game.world->ships[0]); });
    ask_for_pause(game, {}, 0);
    FramePair frames;
    frames[0].report_count = 1;
    frames[0].reports[0] = {.kind = ReportKind::died, .part = static_cast<std::uint16_t>(Cause::wall)};
    game.step(frames);
    CHECK(is_paused(*game.world));
    CHECK(life_of(game.world->ships[0]) == Life::dead);
    CHECK(game.world->counters[0].applied == 1);
}

TEST_CASE("nothing burns, strikes or dies during a pause") {
    const Level level = small_level();
    Game game(level);
    game.step_while([&] { return game.world->enemies.count == 0 || !is_vulnerable(game.world->ships[0]); });
    const EnemyId target = game.world->enemies.items[0].id;
    FramePair frames;
    ask_for_pause(game, frames, 2);
    frames[0].buttons = kFire | kRelease | static_cast<std::uint16_t>(Weapon::ribbon) << kWeaponShift;
    frames[0].lock = target;
    frames[0].aim = AimPoint::at(game.world->enemies.items[0].at);
    game.step(frames);
    frames[0].report_count = 1;
    frames[0].reports[0] = {.kind = ReportKind::beam_begins, .enemy = target};
    game.step(frames);
    const std::int32_t armour = find_enemy(*game.world, target)->parts[0].armour;
    REQUIRE(game.world->touches[0][0].used == 1);
    game.step(frames);
    REQUIRE(is_paused(*game.world));
    Game before(game);
    const World& paused = *before.world;
    frames[0].buttons |= kLightning;
    frames[0].report_count = 2;
    frames[0].reports[0] = {.kind = ReportKind::bolt, .enemy = target};
    frames[0].reports[1] = {.kind = ReportKind::died};
    game.steps(300, frames);
    CHECK(find_enemy(*game.world, target)->parts[0].armour == find_enemy(paused, target)->parts[0].armour);
    CHECK(find_enemy(*game.world, target)->parts[0].armour >= armour - 6);
    CHECK(same_bytes(game.world->ships, paused.ships));
    CHECK(same_bytes(game.world->counters, paused.counters));
    CHECK(game.world->clock == paused.clock);
}
