// Goal: lightning on a stage jitters with the ticks while its ends stay at its origin and its targets.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "client/predict/units.hpp"
#include "sim/game/enemy.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;
using Point = math::Vec2;

TEST_CASE("lightning jitters from tick to tick, not from frame to frame. Its ends stay on the ship and the target") {
    Set set;
    set.run(80);
    REQUIRE(set.now->enemies.count > 0);
    Enemy& target = set.now->enemies.items[0];
    const client::EffectLedger::Effect bolt{{.kind = EventKind::bolt_struck,
                                             .slot = Slot::blue,
                                             .tick = set.now->tick,
                                             .cause = cause_of(target.id),
                                             .at = target.at,
                                             .value = 0},
                                            0};
    set.stage.tick(*set.before, *set.now, std::span(&bolt, 1));
    const auto middles_at = [&](float alpha) {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
        const auto strip = set.view->bolts.all();
        std::vector<Point> middles;  // of its cross-sections
        for (std::size_t i = 0; i + 1 < strip.size(); i += 2) middles.push_back((strip[i].at + strip[i + 1].at) * 0.5F);
        return middles;
    };
    const auto place = [&](const World& world) { return client::in_field(world.enemies.items[0].parts[0].at); };
    std::vector<Point> first;  // as of the tick before
    for (int tick = 0; tick < 5; ++tick) {
        std::vector<Point> last;
        for (int frame = 0; frame < 4; ++frame) {
            CAPTURE(tick);
            CAPTURE(frame);
            const float alpha = tick == 0 ? 1 : static_cast<float>(frame) / 4;
            const std::vector<Point> middles = middles_at(alpha);
            REQUIRE(middles.size() > 10);
            const Point ship =
                math::lerp(client::in_field(set.before->ships[1].at), client::in_field(set.now->ships[1].at), alpha);
            const Point end = math::lerp(place(*set.before), place(*set.now), alpha);
            CHECK(math::length(middles.front() - ship) < 1e-3F);
            CHECK(std::ranges::any_of(middles, [&](Point p) { return math::length(p - end) < 1e-3F; }));
            if (!last.empty() && tick == 0) {  // only the frame differs
                REQUIRE(middles.size() == last.size());
                CHECK(middles == last);
            }
            last = middles;
        }
        // A tick later it is somewhere else, and not far from there.
        if (tick == 1) {
            REQUIRE(last.size() == first.size());
            std::size_t moved = 0;
            for (std::size_t i = 0; i < last.size(); ++i) {
                moved += math::length(last[i] - first[i]) > 1e-3F ? 1 : 0;
                CHECK(math::length(last[i] - first[i]) < 1);
            }
            CHECK(moved > last.size() / 2);
        }
        first = last;
        // Ship and target move on.
        *set.before = *set.now;
        ++set.now->tick;
        ++set.now->clock;
        set.now->ships[1].at.y += 100_mu;
        for (Part& part : target.parts) part.at.y = part.at.y - 130_mu;
        set.stage.tick(*set.before, *set.now, {});
    }
}
