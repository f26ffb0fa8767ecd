// Goal: an enemy shot that passes close to a ship pays its player once: points, charge and time for the multiplier. It
// pays nothing for a ship that cannot be hit, and it changes nothing but earnings.
#include <doctest/doctest.h>

#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

Level level_with_a_gun(Fixed radius = 160_mu) {
    BareLevel bare;
    bare.raw().guns = {{.speed = 50_mu, .radius = radius}};
    const std::uint8_t kind = bare.kind({}, {{.vital = 1, .gun = 0, .radius = 1_u, .armour = 1}});
    bare.spawn(0, {.kind = kind, .at = {14_u, 8_u}});
    return bare.done();
}

/// A shot that flies to the left, `above` the ship, from two units ahead of it.
void add_shot(Game& game, Slot slot, Fixed above, std::uint16_t number = 1) {
    EnemyShot shot{};
    shot.at = game.world->ships[index(slot)].at + Vec2{2_u, above};
    shot.speed = {-100_mu, 0_u};
    shot.owner = {1, 0, 0};
    shot.number = number;
    REQUIRE(game.world->enemy_shots.add(shot) != nullptr);
}

/// Places the ships far apart and lets them be hit.
void prepare(Game& game) {
    game.step({});
    for (const Slot slot : kSlots) {
        game.world->ships[index(slot)].at = {-8_u, slot == Slot::gold ? 5_u : -5_u};
        game.world->ships[index(slot)].invulnerable = 0;
    }
}

}  // namespace

TEST_CASE("a shot grazes within 1 unit of the hull, within 1.3 with focus") {
    struct Row {
        Fixed above;
        bool has_focus;
        std::uint32_t grazes;
    };
    // The hull's radius is 0.27, the shot's 0.16.
    for (const Row& row : {Row{1400_mu, false, 1}, Row{1450_mu, false, 0}, Row{-1400_mu, false, 1},
                           Row{1450_mu, true, 1}, Row{1700_mu, true, 1}, Row{1750_mu, true, 0}}) {
        const Level level = level_with_a_gun();
        Game game(level);
        prepare(game);
        add_shot(game, Slot::gold, row.above);
        FramePair frames;
        frames[0].buttons = row.has_focus ? kFocus : 0;
        wait(game, 60, frames);
        INFO(row.above.raw, " above");
        CHECK(game.world->earnings[0].grazes == row.grazes);
        CHECK(game.world->earnings[0].score == row.grazes * 30);
        CHECK(game.world->earnings[0].charge == static_cast<std::int32_t>(row.grazes * 3));
        CHECK(game.world->earnings[1].score == 0);
    }
}

TEST_CASE("a shot pays each player once, by their own multiplier, and prolongs their chain by 10 ticks") {
    const Level level = level_with_a_gun();
    Game game(level);
    prepare(game);
    game.world->ships[1].at = game.world->ships[0].at + Vec2{0_u, 1_u};
    game.world->earnings[0].multiplier = 4;
    game.world->earnings[0].chain_left = 100;
    game.world->earnings[1].multiplier = 2;
    game.world->earnings[1].chain_left = kChainTicks;
    add_shot(game, Slot::gold, 500_mu);
    int ticks = 0;
    int events = 0;
    while (game.world->enemy_shots.count > 0) {
        game.step({});
        ++ticks;
        const int now = count_of(game, EventKind::graze);
        if (now > 0 && events == 0) {
            CHECK(game.world->earnings[0].chain_left == 100 - ticks + 10);
            CHECK(game.world->earnings[1].chain_left == kChainTicks - 1);  // no more than a kill gives
        }
        events += now;
    }
    CHECK(events == 2);
    CHECK(game.world->earnings[0].score == 120);
    CHECK(game.world->earnings[1].score == 60);
}

TEST_CASE("a shot pays nothing while the ship cannot be hit, and pays when it can be again") {
    const Level level = level_with_a_gun();
    Game game(level);
    prepare(game);
    Ship& ship = game.world->ships[0];
    ship.invulnerable = 20;
    add_shot(game, Slot::gold, 1_u);
    wait(game, 19);
    CHECK(within(game.world->enemy_shots.items[0].at, ship.at, 1400_mu));
    CHECK(game.world->earnings[0].grazes == 0);
    wait(game, 2);
    CHECK(game.world->earnings[0].grazes == 1);
}

TEST_CASE("a large shot grazes by its edge, not by its centre") {
    const Level level = level_with_a_gun(3_u);
    Game game(level);
    prepare(game);
    add_shot(game, Slot::gold, 4200_mu);
    wait(game, 60);
    CHECK(game.world->earnings[0].grazes == 1);
}

TEST_CASE("grazes wane with the laps of a loop, so that sparing a boss for its shots does not pay") {
    const std::uint32_t points[] = {30, 15, 7, 0, 0};
    for (std::uint8_t lap = 0; lap < 5; ++lap) {
        BareLevel bare;
        bare.raw() = level_with_a_gun();
        bare.raw().loops = {{.tiles = {0, 1}}};
        const Level level = bare.done();
        Game game(level);
        prepare(game);
        game.world->flow.loop = 0;
        game.world->flow.lap = lap;
        add_shot(game, Slot::gold, 1_u);
        wait(game, 30);
        CHECK(game.world->earnings[0].grazes == 1);
        CHECK(game.world->earnings[0].score == points[lap]);
        CHECK(game.world->earnings[0].charge == 3);
    }
}

TEST_CASE("grazes change nothing but earnings and the shots' own marks") {
    const Level level = level_with_a_gun();
    Game near(level), far(level);
    for (Game* game : {&near, &far}) {
        prepare(*game);
        add_shot(*game, Slot::gold, game == &near ? 1_u : 2_u);
    }
    wait(near, 30);
    wait(far, 30);
    CHECK(near.world->earnings[0].grazes == 1);
    CHECK(far.world->earnings[0].grazes == 0);
    near.world->enemy_shots.count = far.world->enemy_shots.count = 0;
    near.world->earnings = far.world->earnings;
    CHECK(difference(*near.world, *far.world, "") == "");
}
