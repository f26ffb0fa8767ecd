// Goal: the pilot that records goldens plays like a person: it survives, hits its targets, and all its reports are
// plausible.
#include <doctest/doctest.h>

#include <memory>

#include "sim/digest.hpp"
#include "sim/step.hpp"
#include "tests/support/small_level.hpp"
#include "tests/support/scripted_pilot.hpp"

namespace albireo::support {
namespace {

struct Played {
    std::unique_ptr<World> world = std::make_unique<World>();
    std::uint32_t changes = 0;
    std::uint64_t root = 0;
};

Played play(const Level& level, const std::array<PilotStyle, kSlotCount>& styles) {
    Played played;
    const auto events = std::make_unique<Events>();
    init(*played.world, level, {.seed = styles[0].seed, .players = 3});
    std::array<ScriptedPilot, kSlotCount> pilots = {ScriptedPilot{Slot::gold, styles[0]},
                                                    ScriptedPilot{Slot::blue, styles[1]}};
    FramePair last{};
    for (int tick = 0; tick < 20000 && outcome_of(*played.world) == Outcome::playing; ++tick) {
        FramePair frames;
        for (const Slot slot : kSlots) {
            frames[index(slot)] = pilots[index(slot)].next(*played.world, level);
            played.changes += frames[index(slot)].buttons != last[index(slot)].buttons ? 1 : 0;
        }
        last = frames;
        events->clear();
        step(*played.world, level, frames, *events);
    }
    played.root = root_of(*played.world);
    return played;
}

TEST_CASE("two pilots clear the small level with legal reports and human inputs") {
    const Level level = small_level();
    std::uint32_t deaths = 0;
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        INFO(seed);
        const Played played = play(level, {{{.seed = seed}, {.seed = seed + 100}}});
        const World& world = *played.world;
        CHECK(outcome_of(world) == Outcome::cleared);
        CHECK(world.earnings[0].kills + world.earnings[1].kills > 20);
        for (const Slot slot : kSlots) {
            CHECK(world.counters[index(slot)].implausible == 0);
            CHECK(world.counters[index(slot)].unpaid == 0);
            CHECK(world.counters[index(slot)].applied + world.counters[index(slot)].late > 50);
            deaths += world.ships[index(slot)].deaths;
        }
        const std::uint32_t changes_a_minute = played.changes * 1800 / world.tick.value;
        CHECK(changes_a_minute > 150);
        CHECK(changes_a_minute < 500);
    }
    CHECK(deaths < 8 * 6);
}

TEST_CASE("the same styles play the same game, other styles a different one") {
    const Level level = small_level();
    const auto once = play(level, {{{.seed = 5}, {.seed = 6}}}), again = play(level, {{{.seed = 5}, {.seed = 6}}});
    const auto other = play(level, {{{.seed = 5}, {.seed = 7}}});
    CHECK(once.root == again.root);
    CHECK(once.root != other.root);
}

}  // namespace
}  // namespace albireo::support
