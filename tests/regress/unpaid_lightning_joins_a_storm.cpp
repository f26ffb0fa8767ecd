// Symptom: lightning that could not have been paid for still turned the partner's lightning into a combined storm.
#include <doctest/doctest.h>

#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("only paid lightning joins a combined storm") {
    const Level level = small_level();
    for (const bool paid : {true, false}) {
        Game game(level);
        game.world->ships[1].at = game.world->ships[0].at;
        game.world->earnings[0].gold = kGoldFull;
        game.world->earnings[1].gold = paid ? kGoldFull : -kGoldDebtMax;
        FramePair frames;
        frames[1].buttons = kLightning;
        game.step(frames);
        frames[0].buttons = kLightning;
        frames[1].buttons = 0;
        game.step(frames);
        int storms = 0;
        for (const Event& event : game.events->all()) storms += event.kind == EventKind::combined_storm ? 1 : 0;
        CHECK(storms == (paid ? 1 : 0));
        CHECK(game.world->counters[1].unpaid == (paid ? 0 : 1));
    }
}
