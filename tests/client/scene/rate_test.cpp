// Goal: shaking and jitter are functions of game time alone: displays of 30 and of 240 frames a second show the same motion, the
// faster one with more pictures.
#include <doctest/doctest.h>

#include <vector>

#include "tests/client/scene/stage_set.hpp"

using namespace albireo;

namespace {

struct Sight {
    math::Vec2 shake;
    std::vector<math::Vec2> bolts;
};

/// Runs a storm, with this many views a tick; returns the view at the end of each tick.
std::vector<Sight> seen(int looks_a_tick) {
    Set set;
    set.run(80);
    *set.before = *set.now;
    std::vector<client::EffectLedger::Effect> effects(1);
    effects[0].event.kind = EventKind::combined_storm;
    effects[0].event.slot = Slot::gold;
    std::vector<Sight> all;
    for (int tick = 0; tick < 20; ++tick) {
        *set.before = *set.now;
        ++set.now->tick;
        ++set.now->clock;
        set.stage.tick(*set.before, *set.now, effects);
        effects.clear();
        for (int i = 1; i <= looks_a_tick; ++i) {
            const float alpha = static_cast<float>(i) / static_cast<float>(looks_a_tick);
            set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
        }
        Sight sight{set.view->shake, {}};
        for (const scene::BoltVertex& vertex : set.view->bolts.all()) sight.bolts.push_back(vertex.at);
        all.push_back(sight);
    }
    return all;
}

}  // namespace

TEST_CASE("shaking and the bolts' jitter do not depend on the frame rate") {
    const std::vector<Sight> slow = seen(1);
    REQUIRE(slow.front().bolts.size() > 100);
    REQUIRE(math::length(slow[2].shake) > 0.01F);
    for (const int looks : {2, 4, 6}) {
        CAPTURE(looks);
        const std::vector<Sight> fast = seen(looks);
        for (std::size_t tick = 0; tick < slow.size(); ++tick) {
            CAPTURE(tick);
            CHECK(fast[tick].shake == slow[tick].shake);
            CHECK(fast[tick].bolts == slow[tick].bolts);
        }
    }
}

TEST_CASE("they change from tick to tick, and stand still while the game does") {
    const std::vector<Sight> sights = seen(1);
    for (std::size_t tick = 1; tick < 10; ++tick) {
        CHECK(sights[tick].shake != sights[tick - 1].shake);
        CHECK(sights[tick].bolts != sights[tick - 1].bolts);
    }
    Set set;
    set.run(80);
    std::vector<client::EffectLedger::Effect> effects(1);
    effects[0].event.kind = EventKind::combined_storm;
    set.stage.tick(*set.before, *set.now, effects);
    const auto look = [&] {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = 0.5F, .predicted = {}}, *set.view);
        return set.view->shake;
    };
    const math::Vec2 first = look();
    CHECK(look() == first);
}
