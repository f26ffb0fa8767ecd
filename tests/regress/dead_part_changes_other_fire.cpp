// Symptom: when the partner killed one part of an enemy, the fire of its other parts got different numbers and different
// random angles. A report about a missile then meant another missile in the confirmed world (rules 3 and 5).
#include <doctest/doctest.h>

#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a dead part changes neither the names nor the flight of what other parts fire") {
    Level level = overfull_level(1);
    for (std::size_t i = 0; i < kPartsMax; ++i) level.parts[i].vital = 0;
    level.guns[0] = {.pattern = Pattern::cone, .count = 2, .rest = 7, .spread = {20000}, .speed = 50_mu};
    level.hatches[0] = {.count = 1, .missile = 0, .shut = 8, .opening = 1, .gap = 1};
    Game whole(level);
    whole.step({});
    Game hurt(whole);
    for (const std::size_t dead : {0u, 3u, 15u}) {
        hurt.world->enemies.items[0].parts[dead].flags &= static_cast<std::uint8_t>(~kPartAlive);
    }
    int shots = 0;
    for (int t = 0; t < 30; ++t) {
        whole.step({});
        hurt.step({});
        CHECK(whole.world->enemies.items[0].random == hurt.world->enemies.items[0].random);
        for (const EnemyShot& shot : hurt.world->enemy_shots) {
            bool found = false;
            for (const EnemyShot& twin : whole.world->enemy_shots) found = found || same_bytes(shot, twin);
            CHECK(found);
            ++shots;
        }
        for (const Missile& missile : hurt.world->missiles) {
            bool found = false;
            for (const Missile& twin : whole.world->missiles) found = found || same_bytes(missile, twin);
            CHECK(found);
        }
    }
    CHECK(shots > 500);
    CHECK(whole.world->missiles.refused == 0);
    CHECK(hurt.world->enemy_shots.count < whole.world->enemy_shots.count);
    CHECK(hurt.world->missiles.count > 0);
}
