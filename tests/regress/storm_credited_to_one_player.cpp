// Symptom: everything that a combined storm destroyed was credited to the player who pressed second, and to blue if both
// pressed in the same tick.
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

Level level_of(std::int32_t armour) {
    BareLevel bare;
    const std::uint8_t kind = bare.kind({.worth = 100, .charge = 40}, {{.vital = 1, .radius = 1_u, .armour = armour}});
    for (int i = 0; i < 5; ++i) bare.spawn(0, {.kind = kind, .at = {Fixed::from_int(i), 0_u}});
    return bare.done();
}

Frame strike() {
    Frame frame;
    frame.buttons = kLightning;
    return frame;
}

/// A combined storm: slot `first` releases `apart` ticks before the other.
Game stormed(const Level& level, Slot first, int apart) {
    Game game(level);
    wait(game, 2);
    for (const Slot slot : kSlots) {
        game.world->ships[index(slot)].at = {-8_u, 0_u};
        game.world->earnings[index(slot)].gold = kGoldFull;
    }
    FramePair frames;
    frames[index(first)] = strike();
    if (apart == 0) frames[index(other(first))] = strike();
    game.step(frames);
    for (int t = 1; t < apart; ++t) game.step({});
    if (apart != 0) step_as(game, other(first), strike());
    REQUIRE(count_of(game, EventKind::combined_storm) == 1);
    return game;
}

}  // namespace

TEST_CASE("both players get an equal share of a storm's kills, no matter which one pressed first") {
    const Level level = level_of(120);
    for (const Slot first : kSlots) {
        for (const int apart : {0, 1, 20}) {
            INFO("first ", index(first), ", ", apart, " ticks apart");
            const Game game = stormed(level, first, apart);
            CHECK(game.world->enemies.count == 0);
            for (const Earnings& earnings : game.world->earnings) {
                CHECK(earnings.kills == 5);
                CHECK(earnings.charge == 5 * 20);
            }
            CHECK(game.world->earnings[0].score == game.world->earnings[1].score);
        }
    }
}

TEST_CASE("both players get an equal share of a storm's damage, to the last tenth") {
    const Level level = level_of(1000);
    const Game game = stormed(level, Slot::gold, 0);
    for (const Enemy& enemy : game.world->enemies) {
        CHECK(enemy.damage_by[0] == kCombinedStormTimes * kBoltDamage / 2);
        CHECK(enemy.damage_by[1] == kCombinedStormTimes * kBoltDamage / 2);
    }
}
