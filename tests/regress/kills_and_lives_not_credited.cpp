// Symptom: killing an enemy without charge did not count towards the multiplier. The whole worth of a part went to the
// player who hit it last. A player dying for the last time when a section was reached got no life back.
#include <doctest/doctest.h>

#include <algorithm>

#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("every kill counts, and a part's worth is shared by damage") {
    Level level = small_level();
    for (KindDef& kind : level.kinds) kind.charge = 0;
    for (PartDef& part : level.parts) part.worth = 1000;
    Game game(level);
    const auto exposed = [&](const Enemy& enemy) {
        const std::size_t first = level.kinds[enemy.kind].parts.first;
        return enemy.part_count > 1 && level.parts[first].vital != 0 && level.parts[first].armour > 0 &&
               level.parts[first].shield == kNone && (enemy.parts[0].flags & kHardened) == 0;
    };
    Enemy* found = nullptr;
    while (found == nullptr && game.world->tick.value < 5000) {
        game.step({});
        for (Enemy& enemy : game.world->enemies) {
            if (exposed(enemy)) found = &enemy;
        }
    }
    REQUIRE(found != nullptr);
    Enemy& enemy = *found;
    enemy.parts[0].armour = 1;
    enemy.parts[0].at = {};
    enemy.damage_by = {500, 499};
    game.world->earnings[1].gold = kGoldFull;
    FramePair frames;
    frames[1].buttons = kLightning;
    frames[1].report_count = 1;
    frames[1].reports[0] = {.kind = ReportKind::bolt, .enemy = enemy.id};
    const auto kind_worth = present_worth(*game.world, level.kinds[enemy.kind], enemy.age);
    game.step(frames);
    for (const Earnings& earnings : game.world->earnings) CHECK(earnings.kills == 1);  // both did equal damage
    CHECK(game.world->earnings[0].score == kind_worth / 2 + 500);
    CHECK(game.world->earnings[1].score == kind_worth / 2 + 500);
}

TEST_CASE("a section reached during a ship's last death gives it a life") {
    const Level level = small_level();
    const auto section = std::find_if(level.cues.begin(), level.cues.end(),
                                      [](const CueDef& cue) { return cue.kind == CueKind::section && cue.tick > 20; });
    REQUIRE(section != level.cues.end());
    Game game(level);
    FramePair frames;
    game.step_while([&] { return game.world->flow.timeline + 10 < section->tick; }, frames);
    Ship& ship = game.world->ships[0];
    REQUIRE(is_flying(ship));
    ship.lives = 1;
    ship.invulnerable = 0;
    frames[0].report_count = 1;
    frames[0].reports[0] = {.kind = ReportKind::died, .part = static_cast<std::uint16_t>(Cause::wall)};
    game.step(frames);
    REQUIRE(life_of(ship) == Life::dead);
    REQUIRE(ship.lives == 0);
    frames[0].report_count = 0;
    game.steps(std::size_t{kDeadTicks} + kLateTicks + kEnterTicks + 20, frames);
    CHECK(is_flying(ship));
    CHECK(ship.lives == 1);
}
