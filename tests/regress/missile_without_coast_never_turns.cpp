// Symptom: a missile whose kind coasts for 0 ticks never turned towards a target.
#include <doctest/doctest.h>

#include "sim/game/player.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a missile turns to where its target was, however short its coast") {
    for (const std::uint16_t coast : std::initializer_list<std::uint16_t>{0, 1, 2, 30}) {
        Level level = overfull_level(1);
        level.hatches[0] = {.count = 1, .missile = 0, .shut = 60'000, .opening = 1, .gap = 1};
        level.missiles[0].coast = coast;
        level.missiles[0].turn = 10;
        Game game(level);
        game.step_while([&] { return game.world->missiles.count == 0; });
        game.steps(coast + 12);
        const Missile& missile = game.world->missiles.items[0];
        const Angle toward = direction_of(game.world->ships[missile.target].at - missile.at);
        CHECK(missile.heading == missile.heading_to);
        CHECK(std::abs(turn_between(missile.heading, toward)) < 200);  // launched along +x, the ships are at −11
    }
}
