// Goal: what dies, hits or leaves stays in its place until the end of the tick, and is gone then; a fault that is planted
// within a tick strikes in such ticks, too.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "sim/base/place_bits.hpp"
#include "sim/digest.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/shot.hpp"
#include "sim/witness/fault.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

struct Seen {
    bool has_gone = false;      // after settle_score
    bool is_whole_at_end = true;  // nothing is gone after sweep

    static bool any_gone(const World& world) {
        const auto has = [](const auto& pool) { return std::any_of(pool.begin(), pool.end(), [](const auto& item) { return is_gone(item); }); };
        return has(world.shots[0]) || has(world.shots[1]) || has(world.enemies) || has(world.missiles);
    }
    static void look(void* self, std::size_t system, const World& world) {
        auto& seen = *static_cast<Seen*>(self);
        if (kSystems[system] == "settle_score") seen.has_gone = any_gone(world);
        if (kSystems[system] == "sweep") seen.is_whole_at_end = !any_gone(world);
    }
};

}  // namespace

TEST_CASE("what is gone stays until the end of the tick, and a fault planted in that tick strikes") {
    const Level level = small_level();
    Fault fault;
    REQUIRE(parse_fault("1:earnings[0].kills", fault).empty());
    CHECK(kSystems[fault.system] == "settle_score");
    int ticks_with_gone = 0;
    Game game(level, {.seed = 3});
    auto players = two_players({.seed = 1, .greedy = true}, {.seed = 2, .greedy = true});
    const auto with_fault = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    for (int t = 0; t < 1500; ++t) {
        FramePair frames;
        for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*game.world, level);
        copy_world(*with_fault, *game.world);
        fault.tick = game.world->tick + 1;
        events->clear();
        step_with(&fault, *with_fault, level, frames, *events);
        Seen seen;
        game.events->clear();
        step_probed(*game.world, level, frames, *game.events, Seen::look, &seen);
        REQUIRE(seen.is_whole_at_end);
        REQUIRE_MESSAGE(with_fault->earnings[0].kills != game.world->earnings[0].kills, "at tick ", game.world->tick.value);
        ticks_with_gone += seen.has_gone ? 1 : 0;
    }
    CHECK(ticks_with_gone > 50);
}

TEST_CASE("places are visited from the last one down") {
    PlaceBits<192> places;
    std::vector<std::uint32_t> seen;
    const auto visit = [&](std::uint32_t place) { seen.push_back(place); };
    places.for_each_down(visit);
    CHECK(seen.empty());
    for (const std::uint32_t place : {0u, 191u, 64u, 63u, 127u, 5u}) places.add(place);
    CHECK(places.has(191));
    CHECK_FALSE(places.has(190));
    places.for_each_down(visit);
    CHECK(seen == std::vector<std::uint32_t>{191, 127, 64, 63, 5, 0});
}
