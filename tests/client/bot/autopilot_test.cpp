// Goal: an autopilot plays as well as its skill says, steers as seldom as people do, and stays within its limits.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/local_game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

struct Result {
    std::uint32_t deaths = 0;
    double steering_per_s = 0;
};

/// Five games on the small level.
Result games_of(int skill) {
    static const Stage stage(support::small_level());
    Result result;
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        SharedGame game(stage, {.seed = seed, .skill = {skill, skill}});
        game.run();
        for (const Slot slot : kSlots) {
            result.deaths += game.world().ships[index(slot)].deaths;
            result.steering_per_s +=
                static_cast<double>(game.pilot(slot).input_changes()) * 60 / game.world().tick.value / (5 * kSlotCount);
        }
    }
    return result;
}

}  // namespace

TEST_CASE("skill determines the number of deaths") {
    const Result best = games_of(9);
    const Result middle = games_of(5);
    const Result worst = games_of(0);
    CHECK(best.deaths <= 10);
    CHECK(middle.deaths >= best.deaths);
    CHECK(worst.deaths > 2 * middle.deaths);
    CHECK(worst.deaths >= 20);
    for (const Result& result : {best, middle, worst}) {
        CHECK(result.steering_per_s > 0.3);
        CHECK(result.steering_per_s < 6);
    }
}

TEST_CASE("autopilots stay above a sea, and come up long before they are out of breath") {
    Level level = support::small_level();
    level.waves = {{.turns = 4096, .period = 240, .share = 1_u}};
    for (TileDef& tile : level.tiles) {
        tile.sea = tile.sea_to = -2_u;
        tile.swell = tile.swell_to = 1500_mu;
    }
    const Stage stage(std::move(level));
    for (const int skill : {2, 6, 9}) {
        CAPTURE(skill);
        std::uint32_t ticks = 0, under = 0;
        std::uint16_t longest = 0;
        SharedGame game(stage, {.seed = 3, .skill = {skill, skill}});
        while (game.tick()) {
            for (const Ship& ship : game.world().ships) {
                ++ticks;
                under += ship.dives;
                longest = std::max(longest, ship.breath);
            }
        }
        CHECK(longest < stage.level.breath / 2);
        CHECK(under * 8 < ticks);
    }
}

TEST_CASE("an autopilot asks to continue when the game is over, and only then") {
    static const Stage stage(support::small_level());
    bot::Autopilot pilot(stage.level, {.own = Slot::blue, .command_delay = 33});
    auto world = std::make_unique<World>();
    init(*world, stage.level, {});
    CHECK(pilot.next(*world).command == Command::none);
    world->flow.machine.state = 2;  // over
    REQUIRE(is_over(*world));
    int asked = 0;
    for (int tick = 0; tick < 240; ++tick) {
        ++world->tick;
        const client::Controls controls = pilot.next(*world);
        if (controls.command == Command::none) continue;
        ++asked;
        CHECK(controls.command == Command::carry_on);
        CHECK(controls.command_delay == 33);
    }
    CHECK(asked >= 1);
    CHECK(asked <= 4);
}
