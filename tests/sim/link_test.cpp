// Goal: two ships that stay close are linked. They share the charge of kills, both chains count them, and neither wastes
// what its bars cannot hold.
#include <doctest/doctest.h>

#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

Level crowd_level(int enemies, std::int32_t charge) {
    BareLevel bare;
    const std::uint8_t kind = bare.kind({.worth = 100, .charge = charge}, {{.vital = 1, .radius = 1_u, .armour = 4}});
    for (int i = 0; i < enemies; ++i) bare.spawn(0, {.kind = kind, .at = {Fixed::from_int(i % 12), 0_u}});
    return bare.done();
}

EnemyId nth(int n) { return {static_cast<std::uint16_t>(n), 0, 0}; }

void place(Game& game, Fixed apart) {
    game.world->ships[0].at = {-8_u, apart / 2};
    game.world->ships[1].at = {-8_u, -apart / 2};
}

/// A game whose ships are linked.
void link(Game& game) {
    game.step({});
    place(game, 4_u);
    wait(game, kLinkTicks);
    REQUIRE(is_linked(*game.world));
}

/// Kills an enemy of 40 by these damages.
void kill(Game& game, int n, std::uint16_t gold, std::uint16_t blue) {
    FramePair frames;
    if (gold != 0) frames[0] = with({}, shoot(game, Slot::gold, nth(n), 0, gold));
    if (blue != 0) frames[1] = with({}, shoot(game, Slot::blue, nth(n), 0, blue));
    game.step(frames);
    REQUIRE(enemy_of(game, nth(n)) == nullptr);
}

}  // namespace

TEST_CASE("ships are linked after 60 ticks within 5 units, until they part or one of them does not fly") {
    const Level level = crowd_level(1, 0);
    for (const bool parts : {true, false}) {
        Game game(level);
        game.step({});
        place(game, 6_u);
        game.step({});
        CHECK(game.world->team.near_ticks == 0);
        place(game, 5_u);
        wait(game, kLinkTicks - 1);
        CHECK_FALSE(is_linked(*game.world));
        CHECK(count_of(game, EventKind::link_begins) == 0);
        game.step({});
        CHECK(is_linked(*game.world));
        CHECK(count_of(game, EventKind::link_begins) == 1);
        wait(game, 30);
        CHECK(game.world->team.links == 1);
        CHECK(game.world->team.linked_ticks == 31);
        if (parts) {
            place(game, 5100_mu);
            game.step({});
        } else {
            game.world->ships[1].invulnerable = 0;
            step_as(game, Slot::blue, with({}, {.kind = ReportKind::died}));
        }
        CHECK_FALSE(is_linked(*game.world));
        CHECK(count_of(game, EventKind::link_ends) == 1);
        CHECK(game.world->team.linked_ticks == 31);
    }
}

TEST_CASE("of a kill's charge the killer gets 70 percent and a linked partner 50, twice over. Both chains count it") {
    struct Row {
        std::uint16_t gold, blue;  // damage, of 40
        std::int32_t gold_charge, blue_charge;
    };
    for (const Row& row : {Row{40, 0, 140, 100}, Row{0, 40, 100, 140}, Row{20, 20, 120, 120}, Row{30, 10, 130, 110}}) {
        const Level level = crowd_level(1, 100);
        Game game(level);
        link(game);
        kill(game, 1, row.gold, row.blue);
        const auto& earnings = game.world->earnings;
        CHECK(earnings[0].charge == row.gold_charge);
        CHECK(earnings[1].charge == row.blue_charge);
        for (const Earnings& each : earnings) {
            CHECK(each.kills == 1);
            CHECK(each.chain == 1);
        }
        CHECK(earnings[0].score == row.gold * 100u / 40);  // points stay with those who did the damage
        CHECK(earnings[1].score == row.blue * 100u / 40);
    }
}

TEST_CASE("what overflows a full gold bar goes to a linked partner, and is lost without a link") {
    for (const bool linked : {true, false}) {
        const Level level = crowd_level(1, 100);
        Game game(level);
        link(game);
        if (!linked) {
            place(game, 8_u);
            game.step({});
        }
        Earnings& gold = game.world->earnings[0];
        gold.charge = kChargeFull;
        gold.gold = kGoldFull - 30;
        kill(game, 1, 40, 0);
        CHECK(gold.gold == kGoldFull);
        CHECK(game.world->earnings[1].charge == (linked ? 140 - 30 + 100 : 0));
        CHECK(count_of(game, EventKind::gold_full) == 1);
    }
}

TEST_CASE("kills fill the bars twice as fast for a second after a graze") {
    const Level level = crowd_level(2, 100);
    Game game(level);
    game.step({});
    place(game, 8_u);
    game.world->earnings[0].grazed_left = 2;
    kill(game, 1, 40, 0);
    CHECK(game.world->earnings[0].charge == 200);
    game.step({});
    kill(game, 2, 20, 20);
    CHECK(game.world->earnings[0].charge == 250);
    CHECK(game.world->earnings[1].charge == 50);
}
