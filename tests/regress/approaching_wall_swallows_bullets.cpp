// Symptom: bullets that bounce off rock vanished when the rock came towards them: about half of those that met an approaching
// wall, and all that a wall caught from behind.
#include "sim/game/wall.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// A wall right of the middle comes left, evenly, at `pace`. A bullet flies at `speed` along x, with three bounces left.
Level level_with_a_piston(Fixed pace) {
    BareLevel bare;
    Level& level = bare.raw();
    level.points = {{4_u, -12_u}, {40_u, -12_u}, {40_u, 12_u}, {4_u, 12_u}};
    level.wall_keys = {{.t = 0}, {.t = 100, .by = {pace * -100, {}}}};
    level.walls = {{.points = {0, 4}, .keys = {0, 2}, .even = 1}};
    level.tiles[0].walls = {0, 1};
    level.bullet_steps = {{.op = BulletOp::bounce, .times = 3, .on = kOnRock}, {.ticks = 900, .speed = kKeepPace}};
    level.bullets = {{.steps = {0, 2}}};
    level.guns = {{.speed = 100_mu, .radius = 100_mu, .bullet = 0}};
    return bare.done();
}

EnemyShot bullet(Vec2 at, Fixed speed) {
    EnemyShot shot{};
    shot.owner = {1, 0, 0};
    shot.at = at;
    shot.pace = abs(speed);
    shot.heading = speed.raw < 0 ? Angle::degrees(180) : Angle{};
    shot.speed = {speed, {}};
    shot.step = 1;
    shot.left = 900;
    shot.flags = 3 | kOnRock << 2;
    return shot;
}

}  // namespace

TEST_CASE("bullets bounce off a wall that comes towards them, wherever it meets them") {
    for (const Fixed pace : {20_mu, 50_mu, 100_mu}) {
        for (std::int32_t phase = 0; phase < 20; ++phase) {
            const Level level = level_with_a_piston(pace);
            Game game(level);
            for (Ship& ship : game.world->ships) ship.at = {-14_u, -7_u};
            game.world->enemy_shots.add(bullet({Fixed{65536 + phase * 65536 / 100}, 3_u}, 100_mu));
            int lefts = 0;
            for (int t = 0; t < 60; ++t) {
                game.step({});
                REQUIRE(game.world->enemy_shots.count == 1);
                const EnemyShot& shot = game.world->enemy_shots.items[0];
                CHECK_FALSE(is_rock(game.world->scroll, level, shot.at));
                lefts += shot.speed.x.raw < 0 ? 1 : 0;
            }
            CHECK(lefts > 20);
            CHECK((game.world->enemy_shots.items[0].flags & 3) == 2);
        }
    }
}

TEST_CASE("a wall that catches up with a bullet pushes it, until no bounce is left") {
    const Level level = level_with_a_piston(100_mu);
    Game game(level);
    for (Ship& ship : game.world->ships) ship.at = {-14_u, -7_u};
    game.world->enemy_shots.add(bullet({2_u, 3_u}, -20_mu));
    std::uint32_t pushes = 0;
    while (game.world->enemy_shots.count == 1 && game.world->tick.value < 90) {
        const Fixed before = game.world->enemy_shots.items[0].at.x;
        game.step({});
        if (game.world->enemy_shots.count == 0) break;
        const EnemyShot& shot = game.world->enemy_shots.items[0];
        CHECK(shot.speed.x == -20_mu);
        CHECK(shot.at.x <= before);
        pushes = 3u - (shot.flags & 3u);
    }
    CHECK(pushes == 3);
    CHECK(game.world->enemy_shots.count == 0);
}
