// Goal: in a crowd nothing important is left out.
#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "client/predict/units.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;
using Point = math::Vec2;

namespace {

/// Fills the field with copies of the first enemy.
void crowd(World& world, std::size_t count) {
    const Enemy model = world.enemies.items[0];
    world.enemies.count = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Enemy enemy = model;
        enemy.id.spawn = static_cast<std::uint16_t>(1000 + i);
        enemy.at = {-14_u, -7_u};
        for (std::size_t step = 0; step < i % 12; ++step) enemy.at.x += 2500_mu;
        for (std::size_t step = 0; step < i / 12; ++step) enemy.at.y += 2_u;
        for (Part& part : enemy.parts) part.at = enemy.at;
        REQUIRE(world.enemies.add(enemy) != nullptr);
    }
}

}  // namespace

TEST_CASE("a combined storm among eighty enemies has a bolt that ends at each of them") {
    Set set;
    set.run(80);
    crowd(*set.now, 80);
    *set.before = *set.now;
    std::vector<client::EffectLedger::Effect> effects(1);
    effects[0].event.kind = EventKind::combined_storm;
    effects[0].event.slot = Slot::gold;
    for (int tick = 0; tick < 30; ++tick) {
        set.stage.tick(*set.before, *set.now, effects);
        effects.clear();
        set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
        if (tick % 12 != 2) continue;  // with one of the two alternating strands, and with both
        const auto strip = std::as_const(set.view->bolts).all();
        for (const Enemy& enemy : set.now->enemies.live()) {
            const Point at = client::in_field(enemy.at);
            int ends = 0;
            for (std::size_t i = 0; i + 1 < strip.size(); ++i) {
                const bool is_end = strip[i].across == 1 && strip[i + 1].across == -1 && strip[i].light > 0;
                if (is_end && math::length((strip[i].at + strip[i + 1].at) / 2 - at) < 1e-3F) ++ends;
            }
            CAPTURE(tick);
            CHECK(ends >= (tick > 11 ? 2 : 1));
        }
        CHECK(set.view->bolts.dropped() == 0);
    }
}

TEST_CASE("the debug view of a crowd has the ships' spheres and the walls, whatever else does not fit") {
    Set set;
    set.run(80);
    set.stage.options().debug_shapes = true;
    set.stage.set_ship_spheres({{0, 0, 0, 0.5F}, {0.4F, 0, 0, 0.2F}});
    const Enemy enemy = set.now->enemies.items[0];
    set.now->enemies.count = 0;
    set.now->enemy_shots.count = 0;
    for (auto& shots : set.now->shots) shots.count = 0;
    const auto lines = [&] {
        set.stage.look({.before = *set.now, .now = *set.now, .predicted = {}}, *set.view);
        return std::vector<scene::DebugLine>(set.view->lines.all().begin(), set.view->lines.all().end());
    };
    const auto wanted = lines();
    REQUIRE(wanted.size() > 2 * 2 * 20);  // two ships of two spheres, and walls
    set.now->enemies.add(enemy);
    crowd(*set.now, 250);
    const auto crowded = lines();
    CHECK(set.view->lines.dropped() > 0);
    REQUIRE(crowded.size() > wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        CHECK(crowded[i].from == wanted[i].from);
        CHECK(crowded[i].colour == wanted[i].colour);
    }
}
