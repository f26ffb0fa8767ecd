// Goal: the sea's height follows its formula, without a seam. The sea affects ships, shots and enemies as the rules say. Cues
// change the tide at once, scripts late.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <optional>

#include "sim/game/sea.hpp"
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr std::uint16_t kSixteenUnits = 4096;  // turns of a wave of that length

/// A level over flat water at this height.
BareLevel flat_sea(Fixed height) {
    BareLevel bare;
    bare.raw().tiles[0].sea = height;
    if (height != kNoSea) bare.raw().tiles[0].sea_to = height;
    return bare;
}

double in_units(Fixed value) { return value.raw / 65536.0; }

Frame holding(int buttons) {
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(buttons);
    return frame;
}

/// A game whose gold ship is at a place, and can be steered there.
Game at(const Level& level, Vec2 place) {
    Game game(level);
    game.step({});
    game.world->ships[0].at = place;
    game.step({});
    return game;
}

/// Puts an enemy shot with this look into the game.
void add_bullet(Game& game, Vec2 place, Vec2 speed, std::uint8_t gun) {
    EnemyShot shot{};
    shot.at = place;
    shot.speed = speed;
    shot.owner = {1, 0, 0};
    shot.number = static_cast<std::uint16_t>(game.world->enemy_shots.count + 1);
    shot.gun = gun;
    REQUIRE(game.world->enemy_shots.add(shot) != nullptr);
}

Level looks_over_water() {
    BareLevel bare = flat_sea(-2_u);
    for (std::uint8_t look = 0; look < 4; ++look) bare.raw().guns.push_back({.look = look, .speed = 100_mu, .radius = 160_mu});
    bare.spawn(0, {.kind = bare.kind({}, {{.vital = 1, .radius = 1_u, .armour = 10}}), .at = {15_u, 8_u}});
    return bare.done();
}

}  // namespace

TEST_CASE("the height is the level plus the sum of the waves, within a hundredth of a unit") {
    BareLevel bare = flat_sea(-4_u);
    bare.raw().tiles[0].swell = bare.raw().tiles[0].swell_to = 2_u;
    bare.raw().waves = {{.turns = kSixteenUnits, .period = 240, .phase = Angle::degrees(30), .share = 750_mu},
                        {.turns = 9362, .period = -90, .share = 250_mu}};
    const Level level = bare.done();
    Game game(level);
    for (int t = 0; t < 500; t += 37) {
        game.steps(37);
        const Sea sea(*game.world, level);
        const double travel = in_units(game.world->scroll.travel);
        for (int x = -20; x <= 20; x += 3) {
            constexpr double turn = 2 * std::numbers::pi;
            const double clock = game.world->clock.value - 1.0;  // of the tick that has just passed
            const double first = std::sin(turn * (kSixteenUnits * (x + travel) / 65536 - clock / 240 + 30.0 / 360));
            const double second = std::sin(turn * (9362 * (x + travel) / 65536 + clock / 90));
            REQUIRE(in_units(sea.height(Fixed::from_int(x))) == doctest::Approx(-4 + 1.5 * first + 0.5 * second).epsilon(0.003));
        }
    }
}

TEST_CASE("the sea runs on from tile to tile without a step, when tiles are placed and dropped, and where the camera's way wraps around") {
    BareLevel bare = flat_sea(-4_u);
    // In the field, the sea falls from −4 to −6, then rises to −5, and stays there.
    bare.raw().tiles[0] = {.enter = {}, .exit = {8_u, 2_u}, .ticks = 400, .sea = -4_u, .sea_to = -4_u, .swell = 1_u, .swell_to = 2_u};
    bare.raw().tiles.push_back({.enter = {3_u, -1_u}, .exit = {20_u, -1_u}, .ticks = 400, .sea = -7_u, .sea_to = -6_u, .swell = 2_u});
    bare.raw().tiles.push_back({.enter = {}, .exit = {20_u, 0_u}, .ticks = 400, .sea = -5_u, .sea_to = -5_u});
    bare.raw().waves = {{.turns = kSixteenUnits, .period = 240, .share = 1_u}};
    bare.raw().ticks = 1200;
    const Level level = bare.done();
    Game game(level);
    game.world->scroll.travel = Fixed{INT32_MAX - 200'000};  // wraps after three units
    std::optional<Fixed> before;
    for (int t = 0; t < 900; ++t) {
        game.step({});
        const Sea sea(*game.world, level);
        REQUIRE_FALSE(sea.is_dry());
        for (std::int32_t x = -16 * 8; x < 16 * 8; ++x) {
            const Fixed step = sea.height(Fixed{(x + 1) * 8192}) - sea.height(Fixed{x * 8192});
            REQUIRE(abs(step) < 200_mu);  // the steepest wave rises by 0.8 a unit
        }
        const Fixed now = sea.height({});
        if (before) REQUIRE(abs(now - *before) < 150_mu);
        before = now;
    }
}

TEST_CASE("a tile without sea is dry, and so is a level without any") {
    BareLevel bare = flat_sea(kNoSea);
    const Level level = bare.done();
    Game game(level);
    const Sea sea(*game.world, level);
    CHECK(sea.is_dry());
    CHECK(sea.height({}) == Sea::kDry);
    CHECK_FALSE(sea.covers({0_u, -9_u}));
}

TEST_CASE("under water a ship moves at 60 percent, and is thrown up when its breath is spent") {
    BareLevel bare = flat_sea(2_u);
    bare.raw().breath = 50;
    const Level level = bare.done();
    Game game = at(level, {0_u, -3_u});
    const Vec2 before = game.world->ships[0].at;
    CHECK(game.world->ships[0].dives == 1);
    step_as(game, Slot::gold, holding(kRight));
    CHECK(game.world->ships[0].at.x - before.x == kShipSpeed * kDiveShare);
    int ticks = 0;
    for (; game.world->ships[0].at.y <= -3_u && ticks < 100; ++ticks) step_as(game, Slot::gold, holding(kDown));
    // Its first two ticks under water were those of at() and the step to the right; then it sinks until its breath ends.
    CHECK(game.world->ships[0].breath == 50);
    const Fixed low = game.world->ships[0].at.y;
    step_as(game, Slot::gold, holding(kDown));
    CHECK(game.world->ships[0].at.y - low == kThrownUp);
    for (ticks = 0; game.world->ships[0].dives != 0 && ticks < 200; ++ticks) step_as(game, Slot::gold, holding(0));
    CHECK(game.world->ships[0].at.y >= 2_u);
    CHECK(count_of(game, EventKind::splash) == 1);
    for (ticks = 0; game.world->ships[0].breath != 0 && ticks < 200; ++ticks) game.step({});
    CHECK(ticks == 24);  // two ticks of breath a tick; the first came with the surface
}

TEST_CASE("players' shots end after three units under water. The bars of a ship under water do not fill") {
    const Level level = flat_sea(2_u).done();
    Game game = at(level, {-10_u, -3_u});
    step_as(game, Slot::gold, holding(kFire));
    const Shot shot = game.world->shots[0].items[0];
    int ticks = 1;
    for (; game.world->shots[0].count != 0 && ticks < 20; ++ticks) step_as(game, Slot::gold, {});
    CHECK(ticks == 4);  // 0.95 units a tick: gone when it has flown 3.8
    CHECK(shot.wet > 0);
    const Level low = flat_sea(-8_u).done();
    Game dry = at(low, {-10_u, 0_u});
    step_as(dry, Slot::gold, holding(kFire));
    dry.steps(20);
    CHECK(dry.world->shots[0].count == 1);
}

TEST_CASE("orbs, darts and rings end at the surface. Diamonds go on at 60 percent") {
    const Level level = looks_over_water();
    for (std::uint8_t look = 0; look < 4; ++look) {
        INFO("look ", int{look});
        Game game = at(level, {-14_u, 7_u});
        add_bullet(game, {0_u, -1_u}, {0_u, -100_mu}, look);
        game.steps(9);
        CHECK(game.world->enemy_shots.count == 1);
        game.steps(4);
        CHECK(game.world->enemy_shots.count == (look == 3 ? 1 : 0));
        if (look != 3) continue;
        const Vec2 before = game.world->enemy_shots.items[0].at;
        game.step({});
        const Fixed way = game.world->enemy_shots.items[0].at.y - before.y;
        CHECK(abs(way + 60_mu) <= Fixed{4});
    }
}

TEST_CASE("a cue changes tide and swell evenly. A script does so two seconds later") {
    BareLevel bare = flat_sea(-4_u);
    bare.raw().tides = {{.swell = 2_u, .tide = 1_u, .over = 50}};
    bare.raw().cues = {{.tick = 10, .kind = CueKind::sea, .a = 0}};
    const std::uint8_t kind =
        bare.kind({}, {{.vital = 1, .radius = 1_u, .armour = 10}}, {{.op = Op::swell, .x = (500_mu).raw, .y = (-1_u).raw, .z = 20}});
    bare.spawn(100, {.kind = kind, .at = {5_u, 5_u}});
    const Level level = bare.done();
    Game game(level);
    const auto tide = [&] { return game.world->scroll.tides.tide; };
    const auto step_to = [&](std::uint32_t tick) {
        while (game.world->tick.value < tick) game.step({});
    };
    step_to(11);
    CHECK(tide() == 0_u);
    step_to(36);
    CHECK(abs(tide() - 500_mu) < 1_mu);
    step_to(61);
    CHECK(tide() == 1_u);
    CHECK(game.world->scroll.tides.swell == 2_u);
    step_to(101 + kLateTicks - 1);
    CHECK(tide() == 1_u);
    step_to(101 + kLateTicks + 20);
    CHECK(tide() == -1_u);
    CHECK(game.world->scroll.tides.swell == 500_mu);
}

TEST_CASE("a float rides the surface, a leap falls back, and a state knows that its enemy is in the sea") {
    BareLevel bare = flat_sea(-4_u);
    bare.raw().tiles[0].swell = bare.raw().tiles[0].swell_to = 1_u;
    bare.raw().waves = {{.turns = kSixteenUnits, .period = 100, .share = 1_u}};
    const PartDef part = {.vital = 1, .radius = 1_u, .armour = 10};
    const std::uint8_t urchin = bare.kind({}, {part}, {{.op = Op::floats, .x = (-10_mu).raw, .y = (500_mu).raw, .z = 30}});
    const std::uint8_t fish = bare.kind({}, {part}, {{.op = Op::fall, .x = (-50_mu).raw, .y = (300_mu).raw, .z = (10_mu).raw}});
    bare.raw().transitions = {{.when = When::in_sea, .to = 1, .x = 1}};
    bare.raw().states.back().transitions = {0, 1};
    bare.raw().states.push_back({});
    bare.raw().machines.back().states.count = 2;
    const EnemyId float_id = bare.spawn(0, {.kind = urchin, .at = {5_u, 0_u}});
    const EnemyId fish_id = bare.spawn(0, {.kind = fish, .at = {0_u, -1_u}});
    const Level level = bare.done();
    Game game(level);
    bool was_high = false;
    for (int t = 1; t < 200; ++t) {
        game.step({});
        if (enemy_of(game, fish_id) == nullptr) break;
        const Sea sea(*game.world, level);
        const Enemy& urchin_now = *enemy_of(game, float_id);
        if (t > 31) REQUIRE(urchin_now.at.y == sea.height(urchin_now.at.x) + 500_mu);
        const Enemy& leaping = *enemy_of(game, fish_id);
        was_high = was_high || leaping.at.y > 2_u;
        if (leaping.machines[0].state == 1) {
            CHECK(was_high);
            CHECK(leaping.at.y < sea.height(leaping.at.x) + 1_u);
            return;
        }
    }
    FAIL("the fish has not come back");
}
