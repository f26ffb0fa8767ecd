// Goal: quick and complete kills pay more than slow ones: whole formations, pars, phases; loops pay less lap by lap. Death
// costs half the multiplier, lives left at the end pay, and a high score gives both players a life, late.
#include <doctest/doctest.h>

#include "sim/game/flow.hpp"
#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"
#include "sim/script/compile.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

EnemyId nth(int n, std::uint8_t lap = 0) { return {static_cast<std::uint16_t>(n), lap, 0}; }

/// `count` enemies of 4 hits, all of one formation.
Level formation_level(int count, const KindDef& kind = {.worth = 100}) {
    BareLevel bare;
    const std::uint8_t number = bare.kind(kind, {{.vital = 1, .radius = 1_u, .armour = 4}});
    for (int i = 0; i < count; ++i) bare.spawn(0, {.kind = number, .at = {Fixed::from_int(i), 0_u}});
    bare.raw().formations = {{{0, static_cast<std::uint16_t>(count)}}};
    return bare.done();
}

void start(Game& game) {
    game.step({});
    game.world->ships[1].at = {-11_u, -8_u};  // too far away for a link
}

void kill(Game& game, EnemyId id, std::uint16_t gold, std::uint16_t blue) {
    FramePair frames;
    if (gold != 0) frames[0] = with({}, shoot(game, Slot::gold, id, 0, gold));
    if (blue != 0) frames[1] = with({}, shoot(game, Slot::blue, id, 0, blue));
    game.step(frames);
    REQUIRE(enemy_of(game, id) == nullptr);
}

/// A level whose only enemy, with one part of 100 hits, has two states. At half of its armour it goes from the first to
/// the second.
Level boss_level(std::uint16_t par, std::uint16_t phase_par) {
    BareLevel bare;
    bare.kind({.size = KindSize::boss, .worth = 1000, .par = par}, {{.vital = 1, .radius = 1_u, .armour = 100}});
    Level& level = bare.raw();
    level.states[0].par = phase_par;
    level.states[0].transitions = {0, 1};
    level.transitions = {{.when = When::armour_below, .to = 1, .x = 500}};
    level.states.push_back({.par = phase_par});
    level.machines[0].states.count = 2;
    bare.spawn(0, {.at = {5_u, 0_u}});
    return bare.done();
}

}  // namespace

TEST_CASE("a formation destroyed within 180 ticks of its first kill pays the worth of 5 enemies to each player who took part") {
    struct Row {
        std::uint32_t ticks;  // from the first kill to the last
        bool pays;
    };
    for (const Row& row : {Row{2, true}, Row{179, true}, Row{180, false}}) {
        for (const bool both : {true, false}) {
            const Level level = formation_level(3);
            Game game(level);
            start(game);
            wait(game, 100);  // the time begins with the first kill
            game.world->earnings[0].multiplier = 3;
            game.world->earnings[0].chain_left = kChainTicks;
            kill(game, nth(1), 40, 0);
            CHECK(game.world->formations.count == 1);
            kill(game, nth(2), both ? 39 : 40, both ? 1 : 0);
            wait(game, row.ticks - 2);
            const std::uint32_t before[] = {game.world->earnings[0].score, game.world->earnings[1].score};
            const std::uint32_t multiplier = game.world->earnings[0].multiplier;
            kill(game, nth(3), 40, 0);
            CHECK(count_of(game, EventKind::formation_bonus) == (row.pays ? (both ? 2 : 1) : 0));
            CHECK(game.world->earnings[0].score - before[0] == multiplier * (row.pays ? 600 : 100));
            CHECK(game.world->earnings[1].score - before[1] == (row.pays && both ? 500 : 0));
            CHECK(game.world->formations.count == (row.pays ? 0 : 1));
            wait(game, kFormationTicks);
            CHECK(game.world->formations.count == 0);
        }
    }
}

TEST_CASE("32 formations can be open at once. The next is refused, the same on every replica") {
    BareLevel bare;
    const std::uint8_t kind = bare.kind({.worth = 100}, {{.vital = 1, .radius = 1_u, .armour = 4}});
    for (int i = 0; i < 99; ++i) bare.spawn(0, {.kind = kind, .at = {Fixed::from_int(i % 12), 0_u}});
    for (std::uint16_t i = 0; i < 33; ++i) bare.raw().formations.push_back({{static_cast<std::uint16_t>(3 * i), 3}});
    const Level level = bare.done();
    Game game(level);
    start(game);
    for (int i = 0; i < 33; ++i) kill(game, nth(3 * i + 1), 40, 0);
    CHECK(game.world->formations.count == 32);
    CHECK(game.world->formations.refused == 1);
    kill(game, nth(2), 40, 0);
    kill(game, nth(3), 40, 0);
    CHECK(count_of(game, EventKind::formation_bonus) == 1);
}

TEST_CASE("the worth of a medium kind falls from double to normal over its par, 1.6 times as long for one player") {
    struct Row {
        std::uint32_t age;
        std::uint32_t together, alone;
    };
    for (const Row& row : {Row{100, 1500, 1687}, Row{199, 1005, 1378}, Row{200, 1000, 1375}, Row{320, 1000, 1000}}) {
        for (const std::uint8_t players : {std::uint8_t{3}, std::uint8_t{1}}) {
            const Level level = formation_level(3, {.size = KindSize::medium, .worth = 1000, .par = 200});
            Game game(level, {.players = players});
            start(game);
            wait(game, row.age - 1);
            kill(game, nth(1), 40, 0);
            CHECK(game.world->earnings[0].score == (players == 3 ? row.together : row.alone));
        }
    }
}

TEST_CASE("a script gives pars to kinds and states, but not to small kinds") {
    const auto compiled = [](const std::string& kind) {
        return script::compile_level("level { name = 'x', backdrop = 'none', ticks = 60 }\n"
                                     "tile { model = 'a', exit = {6, 0}, ticks = 60 }\n"
                                     "kind { name = 'x', radius = 1, par = 60, parts = { radius = 1, armour = 1 }, " +
                                         kind + " }\nspawn { kind = 'x', place = {9, 0} }",
                                     "test.lua", Difficulty::standard);
    };
    CHECK(compiled("size = 'small'").error == "test.lua:3: kind 'x'.par: a small kind has none");
    const Level level = compiled("size = 'medium', machines = { { name = 'm', { name = 's', par = 30 } } }").level;
    REQUIRE(level.states.size() == 1);
    CHECK(level.kinds[0].par == 60);
    CHECK(level.states[0].par == 30);
}

TEST_CASE("a boss's phase pays for the time left of its par when it cracks, and the last one when the boss dies") {
    struct Row {
        std::uint32_t crack, death;       // ticks from the spawn; of the report
        std::uint32_t phase, last, kill;  // points
    };
    // The report of a tick is applied at its beginning; then the machine runs, and its condition holds.
    for (const Row& row : {Row{50, 300, 500, 0, 1000}, Row{25, 175, 750, 700, 1125}, Row{150, 400, 0, 0, 1000},
                           Row{120, 270, 0, 500, 1000}}) {  // 20 ticks beyond the par of the first
        const Level level = boss_level(200, 100);
        Game game(level);
        start(game);
        wait(game, row.crack - 1);
        step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, nth(1), 0, 800)));
        const Earnings& earnings = game.world->earnings[0];
        CHECK(count_of(game, EventKind::phase_cracking) == 1);
        CHECK(count_of(game, EventKind::phase_bonus) == (row.phase > 0 ? 1 : 0));
        CHECK(earnings.score == row.phase);
        wait(game, row.death - row.crack - 1);
        CHECK(earnings.score == row.phase);
        step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, nth(1), 0, 800)));
        REQUIRE(enemy_of(game, nth(1)) == nullptr);
        CHECK(earnings.score == row.phase + row.last + row.kill);
    }
}

TEST_CASE("spawns of a loop's later laps pay less and do not raise the multiplier. The same holds for a boss's children") {
    const std::uint32_t worth[] = {100, 50, 25, 0, 0};
    const std::int32_t charge[] = {100, 75, 50, 25, 25};
    for (const bool is_child : {false, true}) {
        for (std::uint8_t lap = 0; lap < 5; ++lap) {
            BareLevel bare;
            bare.raw() = formation_level(4, {.worth = 100, .charge = 100});
            bare.raw().tiles.push_back(bare.raw().tiles[0]);
            bare.raw().loops = {{.tiles = {1, 1}}};
            const Level level = bare.done();
            Game game(level);
            start(game);
            game.world->flow.loop = 0;
            game.world->flow.lap = is_child ? lap : 4;
            Enemy& enemy = game.world->enemies.items[0];
            enemy.id.lap = is_child ? 0 : lap;
            enemy.id.child = is_child ? 1 : 0;
            game.world->earnings[0].chain = kChainKills - 1;
            kill(game, enemy.id, 40, 0);
            CHECK(game.world->earnings[0].score == worth[lap]);
            CHECK(game.world->earnings[0].charge == charge[lap]);
            CHECK(game.world->earnings[0].kills == 1);
            CHECK(game.world->earnings[0].multiplier == (lap == 0 ? 2 : 1));
            CHECK(game.world->earnings[0].chain_left > 0);
        }
    }
}

TEST_CASE("death halves the multiplier and ends the chain. An absent player loses nothing") {
    const std::uint16_t rows[][2] = {{1, 1}, {2, 1}, {5, 2}, {16, 8}};
    for (const auto& [before, after] : rows) {
        for (const bool is_absent : {false, true}) {
            const Level level = BareLevel().done();
            Game game(level);
            start(game);
            Earnings& earnings = game.world->earnings[0];
            earnings.multiplier = before;
            earnings.chain = 2;
            earnings.chain_left = kChainTicks;
            game.world->ships[0].invulnerable = 0;
            Frame frame = with({}, {.kind = ReportKind::died});
            if (is_absent) frame.buttons = kAbsent;
            step_as(game, Slot::gold, frame);
            CHECK(earnings.multiplier == (is_absent ? before : after));
            CHECK(earnings.chain == (is_absent ? 2 : 0));
        }
    }
}

TEST_CASE("lives left when the level is cleared pay 10 000 each, half as much again without a continue") {
    for (const std::uint8_t continues : {std::uint8_t{0}, std::uint8_t{1}}) {
        Level level = BareLevel().done();
        level.ticks = 10;
        Game game(level);
        start(game);
        game.world->ships[1].lives = 5;
        game.world->flow.continues = continues;
        while (flow_state(*game.world) != FlowState::cleared) game.step({});
        CHECK(game.world->earnings[0].score == (continues == 0 ? 45'000 : 30'000));
        CHECK(game.world->earnings[1].score == (continues == 0 ? 75'000 : 50'000));
        CHECK(count_of(game, EventKind::clear_bonus) == 2);
    }
}

TEST_CASE("an extend gives both players a life 120 ticks after the team's score has reached it, up to 5 lives") {
    const Level level = BareLevel().done();
    Game game(level);
    start(game);
    const auto scores = [&](std::uint32_t gold, std::uint32_t blue) {
        game.world->earnings[0].score = gold;
        game.world->earnings[1].score = blue;
    };
    const auto ticks_to_a_life = [&] {
        int ticks = 0;
        while (ticks < 300 && count_of(game, EventKind::extended) == 0) game.step({}), ++ticks;
        return ticks;
    };
    scores(kExtendFirst - 100'000, 99'999);
    game.step({});
    CHECK(game.world->team.extend_wait == 0);
    scores(kExtendFirst - 100'000, 100'000);
    game.step({});  // the cause
    CHECK(game.world->team.extends == 1);
    CHECK(ticks_to_a_life() == kLateTicks);
    CHECK(game.world->ships[0].lives == 4);
    CHECK(game.world->ships[1].lives == 4);
    wait(game, 300);
    CHECK(game.world->ships[0].lives == 4);

    // Two extends at once come one after the other; no ship has more than 5 lives.
    scores(kExtendFirst + kExtendEvery, kExtendEvery);
    game.world->ships[1].lives = 2;
    game.step({});
    CHECK(ticks_to_a_life() == kLateTicks);
    CHECK(ticks_to_a_life() == 0);
    game.step({});
    CHECK(ticks_to_a_life() + 1 == kLateTicks);
    CHECK(game.world->ships[0].lives == 5);
    CHECK(game.world->ships[1].lives == 4);
    CHECK(game.world->team.extends == 3);
}

TEST_CASE("an extend brings back a player who is out of lives") {
    const Level level = BareLevel().done();
    Game game(level);
    start(game);
    Ship& ship = game.world->ships[1];
    ship.lives = 1;
    ship.invulnerable = 0;
    step_as(game, Slot::blue, with({}, {.kind = ReportKind::died}));
    wait(game, kDeadTicks + 1);
    REQUIRE(life_of(ship) == Life::watching);
    game.world->earnings[0].score = kExtendFirst;
    wait(game, kLateTicks);
    CHECK(life_of(ship) == Life::watching);
    game.step({});
    CHECK(life_of(ship) == Life::entering);
    CHECK(ship.lives == 1);
    CHECK(game.world->ships[0].lives == 4);
}
