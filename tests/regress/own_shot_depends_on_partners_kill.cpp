// Symptom: after your hit was refused as too far away, your shot flew on only if your partner had killed its target. So
// the partner's frames could change your shots (rule 4).
#include <doctest/doctest.h>

#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("an owner's hit uses up its shot, whether it is plausible, late or neither") {
    const Level level = small_level();
    Game game(level);
    FramePair frames;
    frames[0].buttons = kFire;
    game.step_while([&] { return game.world->enemies.count == 0 || game.world->shots[0].count == 0; }, frames);
    Game gone(game);
    gone.world->enemies.count = 0;
    const Shot shot = game.world->shots[0].items[0];
    const Enemy& far = game.world->enemies.items[0];
    REQUIRE_FALSE(within(shot.at, far.at, 5_u));
    frames[0].buttons = 0;
    frames[0].report_count = 1;
    frames[0].reports[0] = {.kind = ReportKind::hit, .enemy = far.id, .number = shot.number};
    for (Game* each : {&game, &gone}) {
        const std::uint32_t before = each->world->shots[0].count;
        each->step(frames);
        CHECK(each->world->shots[0].count == before - 1);
        for (const Shot& left : each->world->shots[0]) CHECK(left.number != shot.number);
    }
    CHECK(game.world->counters[0].implausible == 1);
    CHECK(gone.world->counters[0].late == 1);
    CHECK(game.world->enemies.items[0].damage_by[0] == 0);
}
