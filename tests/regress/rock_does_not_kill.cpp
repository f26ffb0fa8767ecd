// Symptom: a client that did not report its death in rock could stay there unharmed for as long as it liked.
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// A level with a block of rock, `thick` units deep, in front of the ships' start, at x = −8.
Level level_with_rock(Fixed thick) {
    BareLevel bare;
    Level& level = bare.raw();
    level.points = {{-8_u, -9_u}, {-8_u + thick, -9_u}, {-8_u + thick, 9_u}, {-8_u, 9_u}};
    level.walls = {{.points = {0, 4}}};
    level.tiles[0].walls = {0, 1};
    return bare.done();
}

Frame held(std::uint16_t buttons) {
    Frame frame;
    frame.buttons = buttons;
    return frame;
}

/// Flies gold to the right until it dies. Returns how many ticks its centre was in the rock, or 200.
int ticks_in_rock(Game& game, const FramePair& frames) {
    int inside = 0;
    for (int t = 0; t < 200 && is_flying(game.world->ships[0]); ++t) {
        game.step(frames);
        inside += is_flying(game.world->ships[0]) && game.world->ships[0].at.x >= -8_u;
    }
    return is_flying(game.world->ships[0]) ? 200 : inside;
}

}  // namespace

TEST_CASE("a ship in rock whose client reports nothing dies after a tenth of a second") {
    const Level level = level_with_rock(12_u);
    Game game(level);
    wait(game, kSafeTicks + 1);
    REQUIRE(is_vulnerable(game.world->ships[0]));
    const int ticks = ticks_in_rock(game, {held(kRight), held(0)});
    CHECK(ticks <= 8);
    CHECK(ticks >= 5);
    CHECK(life_of(game.world->ships[0]) == Life::dead);
    Event died;
    CHECK(count_of(game, EventKind::ship_died, &died) == 1);
    CHECK(died.value == static_cast<std::int32_t>(Cause::wall));
    CHECK(is_flying(game.world->ships[1]));
}

TEST_CASE("rock kills regardless of the partner, but not while the ship is invulnerable") {
    const Level level = level_with_rock(12_u);
    Game alone(level), beside(level);
    wait(alone, kSafeTicks / 2);
    wait(beside, kSafeTicks / 2);
    for (int t = 0; t < 200; ++t) {
        alone.step({held(kRight), held(0)});
        beside.step({held(kRight), t < 70 ? held(kRight | kUp | kFire) : absent_frame()});
        REQUIRE(same_bytes(alone.world->ships[0], beside.world->ships[0]));
        if (t < 60) REQUIRE(is_flying(alone.world->ships[0]));
    }
    CHECK(alone.world->ships[0].deaths == 1);
}

TEST_CASE("an honest client, which reports a few ticks earlier, is not contradicted") {
    const Level level = level_with_rock(12_u);
    Game game(level);
    wait(game, kSafeTicks + 1);
    game.step_while([&] { return game.world->ships[0].at.x < -8_u - 300_mu; }, {held(kRight), held(0)});
    Frame frame = with(held(kRight), {.kind = ReportKind::died, .part = static_cast<std::uint16_t>(Cause::wall)});
    step_as(game, Slot::gold, frame);
    CHECK(life_of(game.world->ships[0]) == Life::dead);
    int deaths = 1;
    for (std::uint32_t t = 0; t < kDeadTicks - 1u; ++t) {
        step_as(game, Slot::gold, held(kRight));
        deaths += count_of(game, EventKind::ship_died);
    }
    CHECK(deaths == 1);
    CHECK(game.world->ships[0].deaths == 1);
}
