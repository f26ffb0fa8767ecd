// Goal: a ship moves as its buttons say and never leaves the field. A life, a death, a return, its safe time, a wait for
// a new life and the end of the game take exactly the documented ticks.
#include <doctest/doctest.h>

#include "sim/game/flow.hpp"
#include "sim/game/player.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr Frame buttons(int held) {
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(held);
    return frame;
}

Frame dying(Cause cause = Cause::wall) {
    return with({}, {.kind = ReportKind::died, .part = static_cast<std::uint16_t>(cause)});
}

/// Steps until a slot dies, as soon as it can; the world is then that of its death.
void die(Game& game, Slot slot, const Frame& partner = {}) {
    const std::uint32_t deaths = game.world->ships[index(slot)].deaths;
    for (int t = 0; t < 400 && game.world->ships[index(slot)].deaths == deaths; ++t) {
        FramePair frames;
        frames[index(slot)] = dying();
        frames[index(other(slot))] = partner;
        game.step(frames);
    }
    REQUIRE(game.world->ships[index(slot)].deaths == deaths + 1);
}

/// Ticks until the ship's life has this state, at most 2000.
int ticks_until(Game& game, Slot slot, Life life) {
    for (int t = 0; t < 2000; ++t) {
        if (life_of(game.world->ships[index(slot)]) == life) return t;
        game.step({});
    }
    return -1;
}

}  // namespace

TEST_CASE("eight directions, two speeds, and 0.707 of each axis on a diagonal") {
    struct Row {
        int held;
        int x, y;
    };
    const Row rows[] = {{0, 0, 0},
                        {kUp, 0, 1},
                        {kDown, 0, -1},
                        {kLeft, -1, 0},
                        {kRight, 1, 0},
                        {kUp | kRight, 1, 1},
                        {kUp | kLeft, -1, 1},
                        {kDown | kRight, 1, -1},
                        {kDown | kLeft, -1, -1},
                        {kLeft | kRight, 0, 0},
                        {kUp | kDown | kLeft, -1, 0},
                        {kUp | kDown | kLeft | kRight, 0, 0}};
    const Level level = BareLevel().done();
    for (const Slot slot : kSlots) {
        for (const Row& row : rows) {
            for (const bool focus : {false, true}) {
                Game game(level);
                Ship& ship = game.world->ships[index(slot)];
                ship.at = {};
                const Fixed straight = focus ? 85_mu : 190_mu;
                const Fixed speed = row.x != 0 && row.y != 0 ? straight * 707_mu : straight;
                for (int t = 1; t <= 20; ++t) {
                    step_as(game, slot, buttons(row.held | (focus ? kFocus : 0)));
                    REQUIRE(ship.at == Vec2{speed * row.x * t, speed * row.y * t});
                }
            }
        }
    }
}

TEST_CASE("a ship stays 0.7 units inside the field's edge, and slides along it") {
    struct Row {
        int held;
        Vec2 end;
    };
    const Fixed x = 15_u + 300_mu;
    const Fixed y = 8_u + 300_mu;
    const Row rows[] = {{kRight, {x, 0_u}},        {kLeft, {-x, 0_u}},       {kUp, {0_u, y}},
                        {kDown, {0_u, -y}},        {kUp | kRight, {x, y}},   {kUp | kLeft, {-x, y}},
                        {kDown | kLeft, {-x, -y}}, {kDown | kRight, {x, -y}}};
    const Level level = BareLevel().done();
    for (const Row& row : rows) {
        Game game(level);
        Ship& ship = game.world->ships[0];
        ship.at = {};
        wait(game, 300, {buttons(row.held), {}});
        CHECK(abs(ship.at.x - row.end.x).raw <= 1);
        CHECK(abs(ship.at.y - row.end.y).raw <= 1);
    }
}

TEST_CASE("a ship is invulnerable for its first 120 ticks and can die in the 121st") {
    const Level level = BareLevel().done();
    for (const std::uint32_t before : {0u, 60u, 119u}) {
        Game game(level);
        wait(game, before);
        step_as(game, Slot::gold, dying());
        CHECK(game.world->counters[0].late == 1);
        CHECK(life_of(game.world->ships[0]) == Life::flying);
    }
    Game game(level);
    wait(game, 120);
    step_as(game, Slot::gold, dying());
    CHECK(game.world->counters[0].applied == 1);
    CHECK(life_of(game.world->ships[0]) == Life::dead);
    CHECK(game.world->ships[0].lives == 2);
}

TEST_CASE("a ship is dead for 90 ticks, flies in for 50, and is invulnerable for the first 120 under control") {
    const Level level = BareLevel().done();
    for (const Slot slot : kSlots) {
        Game game(level);
        const Ship& ship = game.world->ships[index(slot)];
        die(game, slot);
        for (int t = 0; t < 90; ++t) {
            REQUIRE(life_of(ship) == Life::dead);
            step_as(game, slot, t < 89 ? buttons(kFire | kLeft | kRelease) : Frame{});
        }
        CHECK(count_of(game, EventKind::ship_returned) == 1);
        CHECK(ship.fired.value == 0);
        Fixed x = -18_u;
        for (int t = 0; t < 50; ++t) {
            REQUIRE(life_of(ship) == Life::entering);
            REQUIRE(ship.at.x > x);  // from the left, whatever buttons are held
            x = ship.at.x;
            step_as(game, slot, t < 49 ? buttons(kFire | kLeft | kUp) : Frame{});
        }
        CHECK(x == -11_u);
        CHECK(ship.at == Vec2{-11_u, slot == Slot::gold ? 2_u : -2_u});
        CHECK(ship.fired.value == 0);
        // The tick just stepped was the first under control.
        for (int t = 1; t < 120; ++t) {
            REQUIRE(life_of(ship) == Life::flying);
            step_as(game, slot, dying());
        }
        REQUIRE(life_of(ship) == Life::flying);
        step_as(game, slot, dying());
        CHECK(life_of(ship) == Life::dead);
        CHECK(ship.lives == 1);
    }
}

TEST_CASE("after three lives a player watches. A section cleared by the partner gives a life back 120 ticks later") {
    BareLevel bare;
    bare.raw().cues = {{.tick = 2000, .kind = CueKind::section}};
    const Level level = bare.done();
    Game game(level);
    const Ship& ship = game.world->ships[1];
    for (int life = 3; life > 0; --life) {
        CHECK(ship.lives == life);
        die(game, Slot::blue);
    }
    CHECK(ship.lives == 0);
    CHECK(ticks_until(game, Slot::blue, Life::watching) == 90);
    CHECK(count_of(game, EventKind::ship_out) == 1);
    while (count_of(game, EventKind::section) == 0) game.step({});
    CHECK(ticks_until(game, Slot::blue, Life::entering) == 120);
    CHECK(count_of(game, EventKind::life_returned) == 1);
    CHECK(ship.lives == 1);
    die(game, Slot::blue);
    CHECK(ship.lives == 0);
    CHECK(ticks_until(game, Slot::blue, Life::watching) == 90);
}

TEST_CASE("a section gives no life to a player still in play, nor to anyone when both have fallen") {
    BareLevel bare;
    bare.raw().cues = {{.tick = 10, .kind = CueKind::section}};
    const Level level = bare.done();
    for (const bool both : {false, true}) {
        Game game(level);
        for (const Slot slot : kSlots) {
            Ship& ship = game.world->ships[index(slot)];
            ship.lives = both ? 1 : 2;
            ship.invulnerable = 0;
        }
        game.step({dying(), dying()});
        for (int t = 0; t < 200; ++t) {
            game.step({});
            REQUIRE(count_of(game, EventKind::life_returned) == 0);
        }
        CHECK(game.world->ships[0].lives == (both ? 0 : 1));
    }
}

TEST_CASE("the game is over 120 ticks after both are out. It ends after 1200 more, or continues with three lives") {
    const Level level = BareLevel().done();
    const auto fallen = [&] {
        auto game = std::make_unique<Game>(level);
        for (Ship& ship : game->world->ships) {
            ship.lives = 1;
            ship.invulnerable = 0;
        }
        game->step({dying(), dying()});
        return game;
    };
    const auto over = fallen();
    int ticks = 0;
    while (!is_over(*over->world)) over->step({}), ++ticks;
    CHECK(ticks == 121);  // that both are out is detected in the next tick
    ticks = 0;
    while (flow_state(*over->world) == FlowState::over) over->step({}), ++ticks;
    CHECK(ticks == 1200);
    CHECK(outcome_of(*over->world) == Outcome::over);

    const auto on = fallen();
    on->world->earnings[0].score = 5000;
    while (!is_over(*on->world)) on->step({});
    Frame carry_on;
    carry_on.command = Command::carry_on;
    carry_on.command_delay = 1;
    step_as(*on, Slot::gold, carry_on);
    for (int t = 0; t < 121 && is_over(*on->world); ++t) on->step({});
    CHECK(flow_state(*on->world) == FlowState::playing);
    for (const Ship& ship : on->world->ships) CHECK(ship.lives == 3);
    CHECK(on->world->earnings[0].score == 0);
}
