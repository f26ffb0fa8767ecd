// Symptom: a client could release lightning in the first tick with an empty bar, and use charged fire for twice a full
// bar, without ever earning any charge.
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr EnemyId kSturdy{1, 0, 0}, kRich{2, 0, 0};

Level level_with_cost(std::int32_t charge) {
    BareLevel bare;
    const std::uint8_t rich = bare.kind({.worth = 1, .charge = charge}, {{.vital = 1, .radius = 1_u, .armour = 1}});
    const std::uint8_t sturdy = bare.kind({}, {{.vital = 1, .radius = 1_u, .armour = 1000}});
    bare.spawn(0, {.kind = sturdy, .at = {0_u, 0_u}});
    bare.spawn(50, {.kind = rich, .at = {2_u, 0_u}});
    return bare.done();
}

/// Whether gold's lightning strikes in this tick.
bool strikes(const Game& game) {
    Game then(game);
    Frame frame = with({}, {.kind = ReportKind::bolt, .enemy = kSturdy});
    frame.buttons = kLightning;
    step_as(then, Slot::gold, frame);
    const bool struck = enemy_of(then, kSturdy)->parts[0].armour < 10'000;
    CHECK(then.world->counters[0].unpaid == (struck ? 0 : 1));
    CHECK((then.world->earnings[0].gold < 0) == struck);
    CHECK(count_of(then, EventKind::lightning) == 1);  // the release itself is always the ship's own doing
    return struck;
}

}  // namespace

TEST_CASE("lightning with an empty bar strikes only if a lead could have filled the bar") {
    const Level level = level_with_cost(1000);
    Game game(level);
    game.step({});
    CHECK_FALSE(strikes(game));  // the first tick with anything to strike
    wait(game, 60);
    REQUIRE(enemy_of(game, kRich) != nullptr);
    CHECK(strikes(game));  // a client may have seen itself destroy the target
    step_as(game, Slot::blue, with({}, shoot(game, Slot::blue, kRich, 0, 10)));
    REQUIRE(enemy_of(game, kRich) == nullptr);
    REQUIRE(game.world->earnings[0].gold == 0);
    wait(game, kLeadTicksMax);
    CHECK(strikes(game));  // still allowed: blue was faster, and gold could not know
    wait(game, 2 * 128);
    CHECK_FALSE(strikes(game));
}

TEST_CASE("charged fire is paid for with what could have been earned, and no more") {
    for (const std::int32_t charge : {0, 300}) {
        const Level level = level_with_cost(charge);
        Game game(level);
        Frame frame;
        frame.buttons = kRelease;
        std::int32_t least = 0;
        for (int t = 0; t < 600; ++t) {
            step_as(game, Slot::gold, frame);
            least = std::min(least, game.world->earnings[0].charge);
        }
        CHECK(least < -charge);
        CHECK(least >= -charge * kShareMostPercent / 100 - kUnseenCharge);
        CHECK(game.world->counters[0].unpaid > 450);
    }
}
