// Goal: each player earns the right amount for a kill: points by share and multiplier, and charge for the blue bar and, only
// when that is full, for the gold bar. A full bar lasts as long as documented.
#include <doctest/doctest.h>

#include "sim/game/score.hpp"
#include "sim/game/weapon.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// A level with `enemies` enemies of one hit each, with this worth and charge.
Level crowd_level(int enemies, std::uint32_t worth, std::int32_t charge, std::int32_t armour = 1) {
    BareLevel bare;
    const std::uint8_t kind =
        bare.kind({.worth = worth, .charge = charge}, {{.vital = 1, .radius = 1_u, .armour = armour}});
    for (int i = 0; i < enemies; ++i) bare.spawn(0, {.kind = kind, .at = {Fixed::from_int(i % 12), 0_u}});
    return bare.done();
}

EnemyId nth(int n) {
    return {static_cast<std::uint16_t>(n), 0, 0};
}

void kill(Game& game, int n, Slot slot = Slot::gold) {
    step_as(game, slot, with({}, shoot(game, slot, nth(n), 0, 1000)));
    REQUIRE(enemy_of(game, nth(n)) == nullptr);
}

}  // namespace

TEST_CASE("the gold bar gets only what a full blue bar cannot hold, up to its own maximum") {
    struct Row {
        std::int32_t blue, gold, earned, blue_after, gold_after;
        int blue_full, gold_full;  // events
    };
    const Row rows[] = {
        {0, 0, 120, 120, 0, 0, 0},           {880, 0, 120, 1000, 0, 1, 0},       {990, 0, 120, 1000, 110, 1, 0},
        {1000, 0, 120, 1000, 120, 0, 0},     {1000, 880, 120, 1000, 1000, 0, 1}, {1000, 990, 120, 1000, 1000, 0, 1},
        {1000, 1000, 120, 1000, 1000, 0, 0}, {990, 300, 10, 1000, 300, 1, 0},    {-500, 0, 120, -380, 0, 0, 0},
        {-10, 700, 1000, 990, 700, 0, 0},    {0, 0, 1000, 1000, 0, 1, 0},
    };
    for (const Row& row : rows) {
        INFO(row.blue, " and ", row.gold, " earn ", row.earned);
        const Level level = crowd_level(1, 100, row.earned);
        Game game(level);
        game.step({});
        Earnings& earnings = game.world->earnings[0];
        earnings.charge = row.blue;
        earnings.gold = row.gold;
        kill(game, 1);
        CHECK(earnings.charge == row.blue_after);
        CHECK(earnings.gold == row.gold_after);
        CHECK(count_of(game, EventKind::charge_full) == row.blue_full);
        CHECK(count_of(game, EventKind::gold_full) == row.gold_full);
        CHECK(game.world->earnings[1].charge == 0);
    }
}

TEST_CASE("a full blue bar lasts for 111 ticks (1.85 seconds) of charged fire, the first of which costs 120, and the gold bar keeps its charge") {
    const Level level = BareLevel().done();
    Game game(level);
    game.world->earnings[0].charge = 1000;
    game.world->earnings[0].gold = 400;
    Frame release;
    release.buttons = kRelease;
    int ticks = 0;
    for (; has_charge(*game.world, Slot::gold); ++ticks) step_as(game, Slot::gold, release);
    CHECK(ticks == 111);
    CHECK(game.world->earnings[0].charge == 0);
    CHECK(game.world->earnings[0].gold == 400);
    CHECK(game.world->counters[0].unpaid == 0);
    game.step({});
    CHECK(game.world->earnings[0].charge == 0);  // only a release empties it
}

TEST_CASE("charged fire is unpaid where no lead explains it: beyond the possible earnings, and 250 ticks at most") {
    struct Row {
        std::int32_t offered, debt;  // charge recently gone from the field; how far the bar falls below zero
    };
    for (const Row& row : {Row{0, 96}, Row{300, 816}, Row{5000, 2000}}) {
        const Level level = BareLevel().done();
        Game game(level);
        Frame release;
        release.buttons = kRelease;
        const auto next = [&] {
            game.world->earnings[0].offered = {row.offered, 0};
            step_as(game, Slot::gold, release);
        };
        game.world->earnings[0].charge = 112;  // the first tick costs 120, the others 8
        for (int t = 0; t < row.debt / 8; ++t) next();
        CHECK(game.world->counters[0].unpaid == 0);
        CHECK(game.world->earnings[0].overdrawn == 0);
        next();
        CHECK(game.world->counters[0].unpaid == 1);
        CHECK(game.world->earnings[0].overdrawn == 1);
        CHECK(game.world->earnings[0].charge == -row.debt);
    }
}

TEST_CASE("charge gone from the field is remembered for one to two spans of 128 ticks") {
    const Level level = crowd_level(1, 10, 300);
    Game game(level);
    game.step({});
    kill(game, 1);
    const auto sum = [&](std::size_t slot) {
        return game.world->earnings[slot].offered[0] + game.world->earnings[slot].offered[1];
    };
    CHECK(sum(0) == 300);
    CHECK(sum(1) == 300);
    std::uint32_t ticks = 0;
    for (; sum(0) != 0; ++ticks) game.step({});
    CHECK(sum(1) == 0);
    CHECK(ticks >= 128);
    CHECK(ticks <= 256);
}

TEST_CASE("the multiplier rises by one for every 4 kills, up to 16. Points are the worth times the multiplier") {
    const Level level = crowd_level(72, 10, 0);
    Game game(level);
    game.step({});
    game.world->ships[1].at = {-11_u, -8_u};  // too far away for a link
    const Earnings& earnings = game.world->earnings[0];
    std::uint32_t score = 0;
    for (int n = 1; n <= 72; ++n) {
        const int before = std::min(1 + (n - 1) / 4, 16);
        const int after = std::min(1 + n / 4, 16);
        REQUIRE(earnings.multiplier == before);
        score += 10 * static_cast<std::uint32_t>(before);
        kill(game, n);
        REQUIRE(earnings.score == score);
        REQUIRE(earnings.multiplier == after);
        REQUIRE(count_of(game, EventKind::multiplier_up) == after - before);
        REQUIRE(earnings.kills == static_cast<std::uint32_t>(n));
    }
    CHECK(team_score(*game.world) == score);
}

TEST_CASE("the multiplier falls 180 ticks after the last kill, then every 45. Kills towards the next step are lost") {
    const Level level = crowd_level(20, 10, 0);
    Game game(level);
    game.step({});
    const Earnings& earnings = game.world->earnings[0];
    for (int n = 1; n <= 15; ++n) kill(game, n);
    REQUIRE(earnings.multiplier == 4);
    // The tick of the last kill is the first of the 180.
    wait(game, 178);
    CHECK(earnings.multiplier == 4);
    game.step({});
    CHECK(earnings.multiplier == 3);
    wait(game, 44);
    CHECK(earnings.multiplier == 3);
    game.step({});
    CHECK(earnings.multiplier == 2);
    kill(game, 16);  // three kills had been collected, but are lost
    CHECK(earnings.multiplier == 2);
    wait(game, 178);
    CHECK(earnings.multiplier == 2);
    game.step({});
    CHECK(earnings.multiplier == 1);
    wait(game, 300);
    CHECK(earnings.multiplier == 1);
}

TEST_CASE("points and charge are shared by damage. The kill counts for each player with a fifth of it") {
    struct Row {
        std::uint16_t gold, blue;  // damage, of 40
        std::uint32_t gold_points, blue_points;
        std::uint32_t gold_kills, blue_kills;
    };
    const Row rows[] = {{30, 10, 75, 25, 1, 1},
                        {32, 8, 80, 20, 1, 1},
                        {33, 7, 82, 17, 1, 0},
                        {7, 33, 17, 82, 0, 1},
                        {20, 20, 50, 50, 1, 1},
                        {40, 0, 100, 0, 1, 0},
                        {0, 40, 0, 100, 0, 1}};
    for (const Row& row : rows) {
        const Level level = crowd_level(1, 100, 100, 4);
        Game game(level);
        game.step({});
        FramePair frames;
        if (row.gold != 0) frames[0] = with({}, shoot(game, Slot::gold, nth(1), 0, row.gold));
        if (row.blue != 0) frames[1] = with({}, shoot(game, Slot::blue, nth(1), 0, row.blue));
        game.step(frames);
        const auto& earnings = game.world->earnings;
        CHECK(enemy_of(game, nth(1)) == nullptr);
        CHECK(earnings[0].score == row.gold_points);
        CHECK(earnings[1].score == row.blue_points);
        CHECK(earnings[0].charge == static_cast<std::int32_t>(row.gold_points));
        CHECK(earnings[1].charge == static_cast<std::int32_t>(row.blue_points));
        CHECK(earnings[0].kills == row.gold_kills);
        CHECK(earnings[1].kills == row.blue_kills);
    }
}
