// Goal: large explosions, a ship's death and the combined storm send a shock ring, which runs outward, fades and ends; small ones send
// none; engines, missiles and beams have hot air around them.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "client/scene/recipes.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;
using namespace albireo::scene;

namespace {

struct Show : Set {
    Show() : Set(std::move(script::compile_builtin_level("the_cut", Difficulty::standard).level)) { run(60); }
    void happen(EventKind kind, std::int32_t value = 0) {
        stage.reset();
        const client::EffectLedger::Effect effect{{.kind = kind, .slot = Slot::gold, .tick = now->tick, .cause = 1, .at = {3_u, 2_u}, .value = value}, 0};
        stage.tick(*before, *now, std::span(&effect, 1));
    }
    void pass() {
        *before = *now;
        ++now->tick.value;
        ++now->clock.value;
        stage.tick(*before, *now, {});
    }
    std::vector<Bend> bends(bool rings, float alpha = 1) {
        stage.look({.before = *before, .now = *now, .alpha = alpha, .predicted = {}}, *view);
        std::vector<Bend> found;
        for (const Bend& bend : view->bends.all()) {
            if ((bend.width > 0) == rings) found.push_back(bend);
        }
        return found;
    }
};

}  // namespace

TEST_CASE("a ring runs outward from a large explosion, fades and ends") {
    Show show;
    const auto kind = std::ranges::find(show.level.kinds, KindSize::large, &KindDef::size);
    REQUIRE(kind != show.level.kinds.end());
    show.happen(EventKind::enemy_died, static_cast<std::int32_t>(kind - show.level.kinds.begin()));
    float radius = -1, strength = 9;
    int ticks = 0;
    for (; ticks < 200; ++ticks) {
        const std::vector<Bend> rings = show.bends(true);
        if (rings.empty()) break;
        CHECK(rings[0].from == math::Vec2{3, 2});
        CHECK(rings[0].radius > radius);
        CHECK(rings[0].strength < strength);
        radius = rings[0].radius;
        strength = rings[0].strength;
        show.pass();
    }
    CHECK(radius > 4);
    CHECK(ticks > 20);
    CHECK(ticks < 90);
}

TEST_CASE("between two ticks a ring is between their radii") {
    Show show;
    show.happen(EventKind::ship_died);
    show.pass();
    show.pass();
    REQUIRE(show.bends(true).size() == 1);
    const float begin = show.bends(true, 0)[0].radius, middle = show.bends(true, 0.5F)[0].radius, end = show.bends(true, 1)[0].radius;
    CHECK(begin < middle);
    CHECK(middle < end);
}

TEST_CASE("which events send a ring") {
    Show show;
    const auto small = std::ranges::find(show.level.kinds, KindSize::small, &KindDef::size);
    REQUIRE(small != show.level.kinds.end());
    show.happen(EventKind::enemy_died, static_cast<std::int32_t>(small - show.level.kinds.begin()));
    CHECK(show.bends(true).empty());
    show.happen(EventKind::shot_hit);
    CHECK(show.bends(true).empty());
    for (const EventKind kind : {EventKind::ship_died, EventKind::combined_storm, EventKind::released}) {
        CAPTURE(static_cast<int>(kind));
        show.happen(kind);
        CHECK(show.bends(true).size() == 1);
    }
    show.stage.reset();
    CHECK(show.bends(true).empty());
}

TEST_CASE("engines, missiles and burning beams have hot air around them, and warnings have none") {
    Show show;
    const auto engines = show.bends(false);
    CHECK(engines.size() == 2);
    for (const Bend& air : engines) CHECK(air.to.x < air.from.x);  // behind the ship
    REQUIRE_FALSE(show.level.beams.empty());
    Beam beam{.owner = {1, 0, 0}, .def = 0, .burning = 0, .from = {12_u, 5_u}, .bend = {0_u, 3_u}, .tip = {-12_u, 1_u}, .left = 20};
    show.now->beams.add(beam);
    CHECK(show.bends(false).size() == engines.size());
    show.now->beams.items[0].burning = 1;
    CHECK(show.bends(false).size() > engines.size());
    show.now->beams.count = 0;
    show.now->missiles.add(Missile{});
    CHECK(show.bends(false).size() == engines.size() + 1);
}
