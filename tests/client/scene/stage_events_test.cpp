// Goal: each event is shown once, at its place and in its size.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "client/predict/units.hpp"
#include "client/scene/recipes.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;
using Point = math::Vec2;

TEST_CASE("a death learned late explodes when it is learned") {
    Set set;
    set.run(30);
    const client::EffectLedger::Effect effect{{.kind = EventKind::enemy_died,
                                               .slot = Slot::gold,
                                               .tick = set.now->tick - 25,
                                               .cause = 1,
                                               .at = {3_u, 2_u},
                                               .value = 0},
                                              25};
    set.stage.tick(*set.before, *set.now, std::span(&effect, 1));
    set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
    bool fire = false;
    for (const scene::Burst& burst : set.view->bursts.all()) {
        fire = fire || (burst.kind == static_cast<std::uint32_t>(scene::ParticleClass::fire) &&
                        std::abs(burst.at.x - 3) < 0.01F);
    }
    CHECK(fire);
    set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
    CHECK(set.view->bursts.empty());  // once
}

// A bonus for what died in a corner was written half outside the picture, under the HUD's lower row.
TEST_CASE("the number of a bonus stays within the picture and off the HUD's rows, wherever it was earned") {
    Set set;
    set.run(30);
    for (const albireo::Vec2 at : {albireo::Vec2{17_u, -9_u}, {-17_u, 9_u}, {16_u, 9_u}, {0_u, -10_u}}) {
        CAPTURE(client::in_field(at).x);
        set.stage.reset();
        std::vector<client::EffectLedger::Effect> effects;
        for (const Slot slot : kSlots) {
            effects.push_back({{.kind = EventKind::formation_bonus, .slot = slot, .tick = set.now->tick, .cause = 1, .at = at, .value = 3300}, 0});
        }
        set.stage.tick(*set.before, *set.now, effects);
        for (int tick = 0; tick < 80; ++tick) {
            set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
            REQUIRE(set.view->hud.label_count == 2);
            for (std::size_t i = 0; i < 2; ++i) {
                const Point place = set.view->hud.labels[i].at;
                CHECK(std::abs(place.x) < 15);
                CHECK(place.y > -7.5F);  // the lower row begins at -7.8
                CHECK(place.y < 7.4F);
            }
            CHECK(set.view->hud.labels[0].at.y > set.view->hud.labels[1].at.y + 0.5F);
            set.stage.tick(*set.before, *set.now, {});
        }
    }
}

// A formation of a boss's later laps, worth nothing, was announced as "+0", and two formations that died in one place had their
// numbers written over each other.
TEST_CASE("numbers of bonuses: none for nothing, and none over another") {
    Set set;
    set.run(30);
    const auto earn = [&](std::int32_t points) {
        std::vector<client::EffectLedger::Effect> effects;
        for (const Slot slot : kSlots) {
            effects.push_back({{.kind = EventKind::formation_bonus, .slot = slot, .tick = set.now->tick, .cause = 1, .at = {3_u, 2_u}, .value = points}, 0});
        }
        set.stage.tick(*set.before, *set.now, effects);
        set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
        return set.view->hud.label_count;
    };
    CHECK(earn(0) == 0);
    CHECK(earn(1000) == 2);
    CHECK(earn(2000) == 4);
    const auto& labels = set.view->hud.labels;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < i; ++k) CHECK(std::abs(labels[i].at.y - labels[k].at.y) > 0.5F);
    }
}

TEST_CASE("a part that nothing can hurt swells before its enemy bursts, and is lit from inside. Others do not") {
    Set set;
    set.run(80);
    REQUIRE(set.now->enemies.count > 0);
    Enemy& enemy = set.now->enemies.items[0];
    const Range parts = set.level.kinds[enemy.kind].parts;
    REQUIRE(parts.count == 2);  // the second is shielded by the first
    const auto part = [&](std::size_t i) {
        *set.before = *set.now;
        set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
        for (const scene::MeshInstance& thing : set.view->instances.all()) {
            const auto at = client::in_field(enemy.parts[i].at);
            if (thing.model == set.cast.parts[parts.first + i] && std::abs(thing.data.rows[3] - at.x) < 0.01F) return thing.data;
        }
        FAIL("not in the view");
        return scene::InstanceData{};
    };
    const auto size = [](const scene::InstanceData& thing) { return std::sqrt(thing.rows[0] * thing.rows[0] + thing.rows[4] * thing.rows[4] + thing.rows[8] * thing.rows[8]); };
    CHECK(size(part(1)) == doctest::Approx(1));
    enemy.machines[0].pending_wait = kLateTicks / 2;
    const float half = size(part(1));
    CHECK(half > 1.3F);
    enemy.machines[0].pending_wait = 1;
    CHECK(size(part(1)) > half + 0.3F);
    CHECK(part(1).glow > 3);
    CHECK(size(part(0)) == doctest::Approx(1));
}

TEST_CASE("the storm's bolts go to its targets: to killed ones where they were, and along with living ones") {
    Set set;
    set.run(80);
    REQUIRE(set.now->enemies.count > 0);
    const auto effect = [&](EventKind kind, std::uint64_t cause, albireo::Vec2 at, std::uint32_t earlier = 0) {
        return client::EffectLedger::Effect{{.kind = kind,
                                             .slot = Slot::gold,
                                             .tick = Tick{set.now->tick.value - earlier},
                                             .cause = cause,
                                             .at = at,
                                             .value = 0},
                                            0};
    };
    const std::array effects = {effect(EventKind::enemy_died, cause_of(EnemyId{900, 0, 0}), {3_u, -6_u}),
                                effect(EventKind::enemy_died, cause_of(EnemyId{901, 0, 0}), {30_u, 0_u}),
                                effect(EventKind::enemy_died, cause_of(EnemyId{902, 0, 0}), {-12_u, 7_u}, 3),
                                effect(EventKind::combined_storm, 7, set.now->ships[0].at)};
    set.stage.tick(*set.before, *set.now, effects);
    const auto look = [&](float alpha) {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
    };
    // An end is the middle of its two vertices.
    const auto ends_at = [&](Point place) {
        const auto strip = set.view->bolts.all();
        for (std::size_t i = 0; i + 1 < strip.size(); ++i) {
            if (math::length((strip[i].at + strip[i + 1].at) * 0.5F - place) < 1e-3F) return true;
        }
        return false;
    };
    look(1);
    CHECK(ends_at({3, -6}));
    CHECK_FALSE(ends_at({30, 0}));   // outside of the field
    CHECK_FALSE(ends_at({-12, 7}));  // dead three ticks before the storm
    const Enemy& alive = set.now->enemies.items[0];
    const Point before = client::in_field(set.before->enemies.items[0].parts[0].at);
    const Point now = client::in_field(alive.parts[0].at);
    REQUIRE(math::length(now - before) > 0.01F);
    CHECK(ends_at(now));
    look(0.5F);
    CHECK(ends_at((before + now) * 0.5F));
    // The target moves on, and then disappears: the bolt stays at its last place.
    set.now->enemies.items[0].parts[0].at.y = set.now->enemies.items[0].parts[0].at.y - 1_u;
    set.stage.tick(*set.before, *set.now, {});
    look(1);
    CHECK(ends_at(now - Point{0, 1}));
    set.before->enemies.count = set.now->enemies.count = 0;
    set.stage.tick(*set.before, *set.now, {});
    look(1);
    CHECK(ends_at(now - Point{0, 1}));
}

TEST_CASE("the picture shakes when a phase breaks and ends, not when any enemy's machine changes state") {
    Level level = small_level();
    level.kinds[0].size = KindSize::boss;
    Set set(level);
    set.run(80);
    REQUIRE(set.now->enemies.count > 0);
    set.stage.reset();
    const auto happen = [&](EventKind kind) {
        const client::EffectLedger::Effect effect{{.kind = kind,
                                                   .slot = Slot::gold,
                                                   .tick = set.now->tick,
                                                   .cause = cause_of(set.now->enemies.items[0].id, 1),
                                                   .at = {},
                                                   .value = 1},
                                                  0};
        set.stage.tick(*set.before, *set.now, std::span(&effect, 1));
    };
    const auto shake = [&] {  // the largest amplitude: each view has another offset
        float most = 0;
        for (int i = 0; i < 64; ++i) {
            set.stage.look({.before = *set.now, .now = *set.now, .predicted = {}}, *set.view);
            most = std::max(most, std::abs(set.view->shake.x));
        }
        return most;
    };
    happen(EventKind::phase_changed);
    CHECK(shake() == 0);
    happen(EventKind::phase_cracking);
    for (std::uint32_t i = 1; i < kLateTicks; ++i) {
        ++set.now->clock;
        set.stage.tick(*set.before, *set.now, {});
        *set.before = *set.now;
    }
    const float breaking = shake();
    CHECK(breaking > 0);
    ++set.now->clock;
    happen(EventKind::phase_changed);
    CHECK(shake() > 1.5F * breaking);
}

TEST_CASE("a larger enemy has a larger explosion, and every class of particle is used") {
    Set set;
    struct Sum {
        float particles = 0, reach = 0, light = 0;
        std::size_t bursts = 0;
    };
    const auto death_of = [&](KindSize size) {
        set.stage.reset();
        set.level.kinds[0].size = size;
        const client::EffectLedger::Effect effect{{.kind = EventKind::enemy_died,
                                                   .slot = Slot::gold,
                                                   .tick = set.now->tick,
                                                   .cause = 1,
                                                   .at = {3_u, 2_u},
                                                   .value = 0},
                                                  0};
        set.stage.tick(*set.before, *set.now, std::span(&effect, 1));
        set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
        Sum sum;
        for (const scene::Burst& burst : set.view->bursts.all()) {
            sum.particles += burst.count;
            sum.reach = std::max(sum.reach, burst.spread * burst.scale);
            ++sum.bursts;
        }
        for (const scene::Light& light : set.view->points.all()) sum.light = std::max(sum.light, light.radius);
        return sum;
    };
    Sum last;
    for (const KindSize size : {KindSize::small, KindSize::medium, KindSize::large, KindSize::boss}) {
        const Sum sum = death_of(size);
        CHECK(sum.particles > last.particles);
        CHECK(sum.reach > last.reach);
        CHECK(sum.light > last.light);
        CHECK(sum.bursts >= last.bursts);
        last = sum;
    }
    std::array<bool, static_cast<std::size_t>(scene::ParticleClass::count)> used{};
    for (const scene::Recipe& recipe :
         {scene::kExplosion, scene::kShipDeath, scene::kMuzzle, scene::kEnemyMuzzle, scene::kHit, scene::kChip,
          scene::kLaunch, scene::kBarFull, scene::kRelease, scene::kEngine, scene::kRibbonMouth, scene::kRibbonTip,
          scene::kBeamMouth, scene::kMissileTail, scene::kWound, scene::kWreck, scene::kSwelling, scene::kBreaker,
          scene::kSprayed}) {
        CHECK_FALSE(recipe.bursts.empty());
        for (const scene::BurstRow& row : recipe.bursts) {
            used[static_cast<std::size_t>(row.kind)] = true;
            CHECK(row.every - row.sooner >= 1);  // even for a nearly destroyed part
            CHECK(row.count.at(1) >= 1);
        }
    }
    CHECK(std::ranges::all_of(used, [](bool is_used) { return is_used; }));
    // Water sheds no stones, and a swelling cyst is not hidden by its own smoke.
    for (const scene::Recipe& recipe : {scene::kBreaker, scene::kSprayed, scene::kSplash}) {
        for (const scene::BurstRow& row : recipe.bursts) CHECK(row.kind != scene::ParticleClass::debris);
    }
    CHECK(2 * scene::kSwelling.bursts[0].count.at(1) <= scene::kWound.bursts[0].count.at(1));
}

namespace {

/// The small level with a first kind of this size, and the death of such an enemy.
Level level_with(KindSize size) {
    Level level = small_level();
    level.kinds[0].size = size;
    return level;
}
client::EffectLedger::Effect first_kind_dies(const Set& set) {
    return {{.kind = EventKind::enemy_died, .slot = Slot::gold, .tick = set.now->tick, .cause = 1, .at = {3_u, 2_u}, .value = 0}, 0};
}

}  // namespace

// A large enemy that died left the picture within a tick.
TEST_CASE("what dies breaks into pieces that spin away behind the play, for a moment. Small enemies do not") {
    for (const KindSize size : {KindSize::small, KindSize::medium, KindSize::large, KindSize::boss}) {
        CAPTURE(static_cast<int>(size));
        Set set(level_with(size));
        set.run(30);
        const auto things = [&] {
            set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
            return set.view->instances.size();
        };
        const std::size_t whole = things();
        const auto death = first_kind_dies(set);
        set.stage.tick(*set.before, *set.now, std::span(&death, 1));
        const std::size_t pieces = things() - whole;
        if (size == KindSize::small) {
            CHECK(pieces == 0);
            continue;
        }
        CHECK(pieces >= 4);
        CHECK(pieces <= 8);
        for (int tick = 0; tick < 120; ++tick) {
            for (const scene::MeshInstance& thing : set.view->instances.all()) {
                if (thing.data.wound == 0.9F) CHECK(thing.data.rows[11] < 0);
            }
            set.stage.tick(*set.before, *set.now, {});
            things();
        }
        CHECK(things() == whole);
    }
}

TEST_CASE("the picture, not the game, holds for three ticks after a boss's death, and then shows the present") {
    for (const KindSize size : {KindSize::boss, KindSize::large}) {
        Set set(level_with(size));
        set.run(80);
        const auto look = [&] { set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view); };
        const auto death = first_kind_dies(set);
        set.stage.tick(*set.before, *set.now, std::span(&death, 1));
        look();
        const float shown = set.view->seconds;
        const Tick begin = set.now->tick;
        for (int tick = 1; tick < scene::kHitStopTicks; ++tick) {
            set.run(1);
            look();
            CHECK((set.view->seconds == shown) == (size == KindSize::boss));
            CHECK(set.now->tick == begin + static_cast<std::uint32_t>(tick));
        }
        set.run(1);
        look();
        CHECK(set.view->seconds > shown);
    }
}

// A storm that killed a boss and its escort lit the whole picture several times as brightly as the boss alone.
TEST_CASE("flashes of the whole picture never add up to more than their limit") {
    Set set(level_with(KindSize::boss));
    set.run(30);
    std::vector<client::EffectLedger::Effect> effects;
    for (int i = 0; i < 20; ++i) {
        effects.push_back(first_kind_dies(set));
        for (const EventKind kind : {EventKind::combined_storm, EventKind::lightning, EventKind::ship_died}) {
            for (const Slot slot : kSlots) effects.push_back({{.kind = kind, .slot = slot, .tick = set.now->tick, .cause = 1, .at = {}, .value = 0}, 0});
        }
    }
    float most = 0;
    for (int tick = 0; tick < 12; ++tick) {
        set.stage.tick(*set.before, *set.now, effects);
        for (const float alpha : {0.0F, 0.5F, 1.0F}) {
            set.view->bursts.clear();
            scene::View fresh;  // a view that does not hold
            fresh.visuals = set.view->visuals;
            set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, fresh);
            most = std::max({most, fresh.flash.x, fresh.flash.y, fresh.flash.z});
        }
    }
    CHECK(most > 0.5F * scene::kFlashMax);
    CHECK(most <= scene::kFlashMax);
}
