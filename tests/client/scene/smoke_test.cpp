// Goal: smoke that flows spreads by its pressure, parts around ships, stays out of rock and water, is the same in the same game, and costs
// no more than it may.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "client/predict/units.hpp"
#include "client/scene/recipes.hpp"
#include "client/scene/smoke.hpp"
#include "sim/game/sea.hpp"
#include "sim/game/wall.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;
using namespace albireo::scene;
using Point = math::Vec2;

namespace {

Burst cloud(Point at, float count, float radius = 0.4F) {
    return {.at = {at.x, at.y, 0.3F}, .count = count, .speed = {}, .spread = 0.2F, .radius = radius};
}

struct Fog {
    explicit Fog(const SmokeRules& rules = {}) : smoke(rules) {}
    Smoke smoke;
    VisualRandom random{3};
    std::unique_ptr<View> view = std::make_unique<View>();

    std::span<const Puff> puffs(float alpha = 1) {
        view->clear();
        smoke.draw(alpha, *view);
        return view->puffs.all();
    }
    /// The root of the mean square distance from their middle.
    float width() {
        Point middle{};
        const auto all = puffs();
        for (const Puff& puff : all) middle = middle + Point{puff.at.x, puff.at.y} * (1 / static_cast<float>(all.size()));
        float sum = 0;
        for (const Puff& puff : all) sum += math::length_squared(Point{puff.at.x, puff.at.y} - middle);
        return std::sqrt(sum / static_cast<float>(all.size()));
    }
};

}  // namespace

TEST_CASE("dense smoke spreads by its pressure, and thin smoke does not") {
    const auto width_after = [](float count, float pressure) {
        Fog fog(SmokeRules{.pressure = pressure, .swirl = 0});
        fog.smoke.add(cloud({}, count), 0, fog.random);
        for (int i = 0; i < 40; ++i) fog.smoke.tick({});
        return fog.width();
    };
    const float pressure = SmokeRules{}.pressure;
    CHECK(width_after(60, pressure) > 1.6F * width_after(60, 0));
    CHECK(width_after(60, pressure) > 1.3F * width_after(8, pressure));
}

TEST_CASE("pressure moves no smoke as a whole: what one puff gains, another loses") {
    Fog fog(SmokeRules{.pressure = 4, .drag = 0, .rise = 0, .swirl = 0, .speed_max = 1000});
    fog.smoke.add(cloud({}, 80), 0, fog.random);
    const auto middle = [&] {
        Point sum{};
        for (const Puff& puff : fog.puffs()) sum = sum + Point{puff.at.x, puff.at.y} * (1.0F / 80);
        return sum;
    };
    const Point first = middle();
    fog.smoke.tick({});
    const Point drift = middle() - first;  // of the speeds with which they were born
    for (int i = 1; i < 30; ++i) fog.smoke.tick({});
    const Point moved = middle() - first;
    CHECK(moved.x == doctest::Approx(drift.x * 30).epsilon(0.02));
    CHECK(moved.y == doctest::Approx(drift.y * 30).epsilon(0.02));
}

TEST_CASE("smoke parts around a ship that flies through it") {
    Fog fog;
    constexpr float kRadius = 0.55F;
    const auto come_near = [&](bool is_there) {
        fog.smoke.reset();
        fog.random = VisualRandom{3};
        for (int x = -3; x <= 3; ++x) fog.smoke.add(cloud({static_cast<float>(x), 0}, 40, 0.7F), 0, fog.random);
        int inside = 0;
        for (int i = 0; i < 60; ++i) {
            const Smoke::Disc ship{{-6 + 0.19F * static_cast<float>(i), 0}, {0.19F * 60, 0}, kRadius};
            fog.smoke.tick({.discs = {&ship, is_there ? 1U : 0U}});
            for (const Puff& puff : fog.puffs()) inside += math::length(Point{puff.at.x, puff.at.y} - ship.at) < kRadius - 0.001F;
        }
        return inside;
    };
    CHECK(come_near(false) > 100);
    CHECK(come_near(true) == 0);
}

TEST_CASE("smoke stays out of what is solid, slides along it, and is carried by it") {
    Fog fog;
    float wall = 2;  // everything to the right of it is solid
    fog.smoke.add({.at = {0, 0, 0.3F}, .count = 120, .speed = {9, 1, 0}, .spread = 1, .radius = 0.6F}, 0, fog.random);
    std::size_t reached = 0;
    for (int i = 0; i < 60; ++i) {
        wall -= 0.03F;
        fog.smoke.tick({.scenery = {-0.03F, 0}, .is_solid = [&](Point at) { return at.x > wall; }});
        for (const Puff& puff : fog.puffs()) {
            CHECK(puff.at.x <= wall + 0.0001F);
            reached += puff.at.x > wall - 0.2F;
        }
    }
    CHECK(reached > 200);
    CHECK(fog.smoke.count() == 120);  // none is lost at a wall that only scrolls
    // What is closed in is gone.
    fog.smoke.tick({.is_solid = [](Point) { return true; }});
    CHECK(fog.smoke.count() == 0);
}

TEST_CASE("the same game has the same smoke, between two ticks it is between their places, and it does not live long") {
    Fog a, b;
    for (Fog* fog : {&a, &b}) {
        fog->smoke.add(cloud({1, 2}, 50), 1, fog->random);
        for (int i = 0; i < 20; ++i) fog->smoke.tick({});
    }
    const auto first = a.puffs(), second = b.puffs();
    REQUIRE(first.size() == second.size());
    CHECK(std::ranges::equal(first, second, [](const Puff& p, const Puff& q) { return p.at == q.at && p.size == q.size && p.heat == q.heat; }));
    const std::vector<Puff> end(first.begin(), first.end());
    const auto begin = a.puffs(0);
    const std::vector<Puff> start(begin.begin(), begin.end());
    const auto between = a.puffs(0.25F);
    for (std::size_t i = 0; i < end.size(); ++i) {
        CHECK(between[i].at.x == doctest::Approx(start[i].at.x * 0.75F + end[i].at.x * 0.25F).epsilon(0.001));
    }
    // After a seek the same ticks show the same again.
    b.smoke.reset();
    b.random = VisualRandom{3};
    b.smoke.add(cloud({1, 2}, 50), 1, b.random);
    for (int i = 0; i < 20; ++i) b.smoke.tick({});
    CHECK(std::ranges::equal(end, b.puffs(), [](const Puff& p, const Puff& q) { return p.at == q.at; }));
    for (int i = 0; i < static_cast<int>(kPuffLife * 60) + 1; ++i) a.smoke.tick({});
    CHECK(a.smoke.count() == 0);
}

TEST_CASE("a crowd of puffs at one place is bounded, and more than there is room for are not born") {
    Fog fog;
    fog.smoke.add(cloud({}, 5000, 0.01F), 0, fog.random);
    CHECK(fog.smoke.count() == kPuffsMax);
    for (int i = 0; i < 20; ++i) fog.smoke.tick({});
    for (const Puff& puff : fog.puffs()) {
        CHECK(std::isfinite(puff.at.x + puff.at.y));
        CHECK(math::length(Point{puff.at.x, puff.at.y}) < 6);
    }
    fog.smoke.add(cloud({40, 0}, 10), 0, fog.random);  // out of sight
    CHECK(fog.smoke.count() <= kPuffsMax);
}

TEST_CASE("deaths in the canyon leave smoke that stays out of the rock, stops in a pause, and is gone after a reset") {
    const Level level = std::move(script::compile_builtin_level("the_cut", Difficulty::standard).level);
    Set set(level);
    set.run(900);
    std::vector<client::EffectLedger::Effect> effects;
    const PlacedWalls walls(set.now->scroll, set.level);
    // Just above and below the rock, where it would blow into it.
    for (int x = -12; x <= 12; x += 3) {
        for (int y = -8; y <= 8; ++y) {
            const albireo::Vec2 at{Fixed{x * Fixed::kOneRaw}, Fixed{y * Fixed::kOneRaw}};
            const bool is_beside = is_rock(set.level, walls, at + albireo::Vec2{0_u, 1_u}) || is_rock(set.level, walls, at - albireo::Vec2{0_u, 1_u});
            if (is_rock(set.level, walls, at) || !is_beside) continue;
            effects.push_back({{.kind = EventKind::enemy_died, .slot = Slot::gold, .tick = set.now->tick, .cause = effects.size() + 1, .at = at, .value = 0}, 0});
        }
    }
    REQUIRE(effects.size() > 4);
    set.stage.tick(*set.before, *set.now, effects);
    int touched = 0;
    for (int i = 0; i < 40; ++i) {
        set.run(1);
        set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
        const PlacedWalls around(set.now->scroll, set.level);
        REQUIRE(set.view->puffs.size() > 20);
        for (const Puff& puff : set.view->puffs.all()) {
            const auto raw = [](float units) { return Fixed{static_cast<std::int32_t>(units * Fixed::kOneRaw)}; };
            CHECK_FALSE(is_rock(set.level, around, {raw(puff.at.x), raw(puff.at.y)}));
            touched += is_rock(set.level, around, {raw(puff.at.x), raw(puff.at.y + 0.3F)}) || is_rock(set.level, around, {raw(puff.at.x), raw(puff.at.y - 0.3F)});
        }
    }
    CHECK(touched > 50);
    const float there = set.view->puffs.all()[0].at.x;
    *set.before = *set.now;
    set.stage.tick(*set.before, *set.now, {});
    set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
    CHECK(set.view->puffs.all()[0].at.x == there);
    set.stage.reset();
    set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
    CHECK(set.view->puffs.empty());
}

TEST_CASE("smoke does not sink into the sea") {
    const Level level = std::move(script::compile_builtin_level("shelf_sea", Difficulty::standard).level);
    Set set(level);
    set.run(300);
    const Sea sea(*set.now, set.level);
    REQUIRE_FALSE(sea.is_dry());
    std::vector<client::EffectLedger::Effect> effects;
    for (int x = -10; x <= 10; x += 2) {
        const Fixed column{x * Fixed::kOneRaw};
        effects.push_back({{.kind = EventKind::enemy_died, .slot = Slot::gold, .tick = set.now->tick, .cause = effects.size() + 1, .at = {column, sea.height(column) + 400_mu}, .value = 0}, 0});
    }
    set.stage.tick(*set.before, *set.now, effects);
    for (int i = 0; i < 20; ++i) {
        set.run(1);
        set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
        REQUIRE(set.view->puffs.size() > 20);
        const Sea now(*set.now, set.level);
        for (const Puff& puff : set.view->puffs.all()) {
            CHECK(puff.at.y > client::units(now.height(Fixed{static_cast<std::int32_t>(puff.at.x * Fixed::kOneRaw)})) - 0.001F);
        }
    }
}
