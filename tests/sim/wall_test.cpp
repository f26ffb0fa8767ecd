// Goal: the conservative band never calls rock clear, wherever the camera is; shots stop at rock and nowhere else.
#include <doctest/doctest.h>

#include "sim/game/shot.hpp"
#include "sim/game/wall.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("the band never calls rock clear, and calls most free space clear") {
    const Level level = small_level();
    Game game(level);
    Random random = Random::seed(1, 2);
    int clear = 0;
    int rock = 0;
    int unsure = 0;
    for (int t = 0; t < 1500; ++t) {
        game.step({});
        const Scroll& scroll = game.world->scroll;
        const WallBand band(PlacedWalls(scroll, level));
        for (int i = 0; i < 60; ++i) {
            const Vec2 at = {Fixed{random.between(-17 * 65536, 17 * 65536 - 1)},
                             Fixed{random.between(-10 * 65536, 10 * 65536 - 1)}};
            const bool is_solid = is_rock(game.world->scroll, level, at);
            const bool is_clear = band.is_clear(at);
            REQUIRE_FALSE((is_clear && is_solid));
            clear += is_clear;
            rock += is_solid;
            unsure += !is_clear && !is_solid;
        }
    }
    CHECK(clear > 30000);
    CHECK(rock > 3000);
    CHECK(unsure < clear);
}

TEST_CASE("a shot is removed in the first tick in which it is in rock") {
    const Level level = small_level();
    Game game(level);
    while (game.world->flow.timeline < 420) game.step({});
    Random random = Random::seed(5, 6);
    int stopped = 0;
    for (int i = 0; i < 3000; ++i) {
        game.world->enemies.count = 0;
        game.world->enemy_shots.count = 0;
        EnemyShot shot{};
        shot.at = {Fixed{random.between(-16 * 65536, 16 * 65536)}, Fixed{random.between(-9 * 65536, 9 * 65536)}};
        shot.speed = polar(Angle::from_raw(random.next()), 200_mu);
        game.world->enemy_shots.add(shot);
        Game next(game);
        next.step({});
        const bool gone = next.world->enemy_shots.count == 0;
        const Vec2 to = shot.at + shot.speed;
        const bool should = is_rock(next.world->scroll, level, to) || !is_in_field(to, kShotMargin);
        REQUIRE(gone == should);
        stopped += gone;
    }
    CHECK(stopped > 100);
}
