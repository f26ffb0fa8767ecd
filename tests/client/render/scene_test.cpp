// Goal: views say what worlds say, between their ticks; lightning's strip and the canyon's mesh keep what they promise.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "client/predict/bodies.hpp"
#include "client/scene/canyon.hpp"
#include "client/scene/lightning.hpp"
#include "client/scene/recipes.hpp"
#include "client/scene/stage.hpp"
#include "sim/game/tuning.hpp"
#include "sim/step.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;
using scene::BoltVertex;
using scene::Roll;
using Point = math::Vec2;

namespace {

/// Do the insides of two convex quads meet? Not if an edge of one has all of the other beyond it.
bool overlap(const std::array<Point, 4>& a, const std::array<Point, 4>& b) {
    for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        for (std::size_t i = 0; i < 4; ++i) {
            const Point from = (*one)[i], way = (*one)[(i + 1) % 4] - from;
            const bool apart =
                std::all_of(other->begin(), other->end(), [&](Point p) { return math::cross(way, p - from) <= 1e-5F; });
            if (apart) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("displacement keeps its ends and halves its reach") {
    std::array<float, 65> line{};
    line.back() = 3;
    scene::Dice dice(5);
    scene::displace(line, 1, 0.5F, dice);
    CHECK(line.front() == 0);
    CHECK(line.back() == 3);
    // The first middle is within the first reach; the finest within 2^-5 of its neighbours' mean.
    CHECK(std::abs(line[32] - 1.5F) <= 1);
    for (std::size_t i = 1; i < 64; i += 2) CHECK(std::abs(line[i] - (line[i - 1] + line[i + 1]) / 2) <= 1.0F / 32);
    bool moved = false;
    for (std::size_t i = 1; i < 64; ++i) moved = moved || std::abs(line[i] - 3.0F * static_cast<float>(i) / 64) > 0.05F;
    CHECK(moved);
}

TEST_CASE("a bolt runs from end to end as one strip whose quads do not overlap") {
    struct Game {
        float length, half_width;
    };
    // As long and wide as the game's: fine ones, to enemies, in a storm, from ship to ship.
    for (const Game game :
         {Game{12, 0.1F}, Game{4, 0.22F}, Game{20, 0.22F}, Game{12, 0.30F}, Game{2, 0.45F}, Game{6, 0.45F}})
        for (std::uint32_t seed = 1; seed < 200; ++seed) {
            CAPTURE(game.length);
            CAPTURE(game.half_width);
            const Point from{-5, 1}, to = from + Point{0.97F, -0.243F} * game.length;
            Roll<BoltVertex, 16384> strip;
            scene::add_bolt(
                strip,
                {.from = from, .to = to, .seed = seed, .jitter_seed = seed, .half_width = game.half_width, .forks = 0});
            const auto v = strip.all();
            REQUIRE(v.size() >= 18);
            CHECK(math::length((v[0].at + v[1].at) * 0.5F - from) < 1e-4F);
            CHECK(math::length((v[v.size() - 2].at + v[v.size() - 1].at) * 0.5F - to) < 1e-4F);
            for (std::size_t i = 0; i + 3 < v.size(); i += 2) {
                // A quad between two cross-sections: both its triangles turn the same way, so it is not folded over its
                // neighbour.
                const float first = math::cross(v[i + 1].at - v[i].at, v[i + 2].at - v[i].at);
                const float second = math::cross(v[i + 3].at - v[i + 1].at, v[i + 2].at - v[i + 1].at);
                CHECK(first >= 0);
                CHECK(second >= 0);
            }
            // Nor does any quad lie over any other: no bright dots, whatever the blend.
            int overlaps = 0;
            for (std::size_t i = 0; i + 3 < v.size(); i += 2) {
                for (std::size_t j = i + 2; j + 3 < v.size(); j += 2) {
                    const std::array<Point, 4> a = {v[i].at, v[i + 1].at, v[i + 3].at, v[i + 2].at};
                    const std::array<Point, 4> b = {v[j].at, v[j + 1].at, v[j + 3].at, v[j + 2].at};
                    overlaps += overlap(a, b) ? 1 : 0;
                }
            }
            CHECK(overlaps == 0);
        }
}

TEST_CASE("the same bolt is the same, its jitter is small, its forks are dimmer") {
    Roll<BoltVertex, 16384> a, b, c;
    scene::BoltDef def{.from = {0, 0}, .to = {10, 3}, .seed = 9, .forks = 3};
    scene::add_bolt(a, def);
    scene::add_bolt(b, def);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a.all()[i].at == b.all()[i].at);
    def.jitter_seed = 4;
    def.forks = 0;
    scene::add_bolt(c, def);
    float farthest = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
        farthest = std::max(farthest, math::length(a.all()[i].at - c.all()[i].at));
    CHECK(farthest > 0);
    CHECK(farthest < 0.5F);
    CHECK(a.size() > c.size());
    for (std::size_t i = c.size() + 2; i < a.size(); ++i) CHECK(a.all()[i].light <= 0.46F);
}

TEST_CASE("two bolts alternate every sixth of a second and fade") {
    const auto brightest = [](float seconds) {
        Roll<BoltVertex, 16384> strip;
        scene::add_alternating_bolt(strip, {.from = {0, 0}, .to = {6, 0}, .seed = 3, .forks = 0}, seconds);
        float light = 0;
        for (const BoltVertex& v : strip.all()) light = std::max(light, v.light);
        return light;
    };
    CHECK(brightest(0.01F) > 0.9F);
    CHECK(brightest(0.15F) < 0.6F);
    CHECK(brightest(0.175F) > 0.9F);  // the second one begins
    CHECK(brightest(0.345F) > 0.9F);  // a new first one
}

TEST_CASE("a full strip leaves a bolt out whole") {
    Roll<BoltVertex, 16384> strip;
    for (int i = 0; i < 1000; ++i) scene::add_bolt(strip, {.from = {-9, 0}, .to = {9, 1}, .seed = 2, .forks = 0});
    CHECK(strip.size() <= 16384);
    CHECK(strip.dropped() == 0);
}

TEST_CASE("the canyon: what is drawn at z = 0 is the wall's outline") {
    const Level level = small_level();
    const scene::StockMesh mesh = scene::tile_mesh(level, 0);
    REQUIRE(mesh.indices.size() > 600);
    CHECK(mesh.is_rock);
    // The floor's open edge: (0,-7) … (8,-6) … (16,-7).
    const auto edge_y = [](float x) { return x < 8 ? -7 + x / 8 : -6 - (x - 8) / 8; };
    int on_edge = 0;
    for (const scene::MeshVertex& v : mesh.vertices) {
        if (v.at.y > 0) continue;
        if (std::abs(v.at.z) < 1e-4F && v.extra[3] < 1e-4F) {
            CHECK(v.at.y == doctest::Approx(edge_y(v.at.x)).epsilon(0.001));
            ++on_edge;
        }
        // No face of rock reaches beyond the outline toward the viewer.
        if (v.at.z > 1e-3F) CHECK(v.at.y <= edge_y(v.at.x) + 1e-3F);
    }
    CHECK(on_edge >= 30);
    // Seen from the eye, too: nothing in front of z = 0 covers what lies beyond the outline.
    for (const scene::MeshVertex& v : mesh.vertices) {
        if (v.at.z <= 0 || v.at.y > 0) continue;
        const float w = 1 - v.at.z / 34;
        const float x = v.at.x / w, y = v.at.y / w;
        CHECK(y <= edge_y(std::clamp(x, 0.0F, 16.0F)) + 0.02F);
    }
}

TEST_CASE("the canyon: tiles meet without a seam, in a loop as well") {
    const Level level = small_level();
    const auto column = [&](std::size_t tile, float x) {
        std::map<std::pair<long, long>, scene::MeshVertex> found;  // by y and z
        const scene::StockMesh mesh = scene::tile_mesh(level, tile);
        for (const scene::MeshVertex& v : mesh.vertices) {
            if (std::abs(v.at.x - x) < 1e-4F) found[{std::lround(v.at.y * 1000), std::lround(v.normal.z * 50)}] = v;
        }
        return found;
    };
    for (const auto& [first, second] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 1}}) {
        const auto end = column(first, 16), begin = column(second, 0);
        REQUIRE(end.size() > 20);
        CHECK(end.size() == begin.size());
        for (const auto& [key, v] : end) {
            const auto other = begin.find(key);
            REQUIRE(other != begin.end());
            CHECK(v.at.z == doctest::Approx(other->second.at.z).epsilon(0.001));
            CHECK(math::length(v.normal - other->second.normal) < 0.01F);
            CHECK(v.extra[1] == doctest::Approx(other->second.extra[1]).epsilon(0.001));
        }
    }
}

namespace {

struct Set {
    Level level = small_level();
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    std::unique_ptr<World> before = std::make_unique<World>(), now = std::make_unique<World>();
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    scene::Stage stage{level, cast, {}};

    Set() { init(*now, level, {}); }
    void run(int ticks) {
        auto events = std::make_unique<Events>();
        client::EffectLedger ledger;
        for (int i = 0; i < ticks; ++i) {
            *before = *now;
            events->clear();
            step(*now, level, {}, *events);
            ledger.clear();
            ledger.take(*events, now->tick);
            stage.tick(*before, *now, ledger.fresh());
        }
    }
};

const scene::ThingOf* find_model(const scene::View& view, std::uint32_t model) {
    for (const scene::ThingOf& thing : view.things.all()) {
        if (thing.model == model) return &thing;
    }
    return nullptr;
}

}  // namespace

TEST_CASE("between two ticks everything is between its places") {
    Set set;
    set.run(80);
    REQUIRE(set.now->enemies.count > 0);
    const Enemy& enemy = set.now->enemies.items[0];
    const std::uint32_t model = set.cast.parts[set.level.kinds[enemy.kind].parts.first];
    const auto x_at = [&](float alpha) {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
        const scene::ThingOf* thing = find_model(*set.view, model);
        REQUIRE(thing != nullptr);
        return thing->thing.rows[3];
    };
    const float before = client::in_field(set.before->enemies.items[0].parts[0].at).x;
    const float now = client::in_field(enemy.parts[0].at).x;
    REQUIRE(before != now);
    CHECK(x_at(0) == doctest::Approx(before));
    CHECK(x_at(1) == doctest::Approx(now));
    CHECK(x_at(0.5F) == doctest::Approx((before + now) / 2));
}

TEST_CASE("the partner's shots ease into their places, and those that are hidden are not drawn") {
    Set set;
    set.run(60);
    Shot shot;
    shot.at = {4_u, 3_u};
    shot.speed = {900_mu, Fixed{}};
    shot.number = {7};
    shot.age = 5;
    set.now->shots[1].add(shot);
    client::RemoteShots remote(Slot::blue);
    constexpr std::size_t flares = 2;  // the engines' come first
    const auto look = [&](Tick predicted) {
        set.stage.look({.before = *set.before,
                        .now = *set.now,
                        .alpha = 1,
                        .remote = &remote,
                        .own = Slot::gold,
                        .predicted = predicted},
                       *set.view);
        return set.view->player_shots.size() - flares;
    };
    REQUIRE(look(set.now->tick) == 1);
    const Point nose = client::in_field(set.now->ships[1].at + kNose);
    CHECK(set.view->player_shots.all().back().at.y == doctest::Approx(nose.y));  // a guess flies from the nose
    remote.update(*set.now, set.now->tick);
    REQUIRE(look(set.now->tick + 60) == 1);
    CHECK(set.view->player_shots.all().back().at.y == doctest::Approx(3));
    remote.hide(shot.number);
    CHECK(look(set.now->tick + 60) == 0);
}

TEST_CASE("a death learned late explodes now") {
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

TEST_CASE("the storm's bolts go to what it struck: to those it killed where they were, and with those that live") {
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
                                effect(EventKind::storm, 7, set.now->ships[0].at)};
    set.stage.tick(*set.before, *set.now, effects);
    const auto look = [&](float alpha) {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
    };
    // An end is between its two vertices.
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
    // It moves on, and then it is gone: the bolt stays where it was last.
    set.now->enemies.items[0].parts[0].at.y = set.now->enemies.items[0].parts[0].at.y - 1_u;
    set.stage.tick(*set.before, *set.now, {});
    look(1);
    CHECK(ends_at(now - Point{0, 1}));
    set.before->enemies.count = set.now->enemies.count = 0;
    set.stage.tick(*set.before, *set.now, {});
    look(1);
    CHECK(ends_at(now - Point{0, 1}));
}

TEST_CASE("explosions grow with what explodes, and every class of particle has its use") {
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
          scene::kBeamMouth, scene::kMissileTail, scene::kWound, scene::kWreck}) {
        CHECK_FALSE(recipe.bursts.empty());
        for (const scene::BurstRow& row : recipe.bursts) {
            used[static_cast<std::size_t>(row.kind)] = true;
            CHECK(row.every - row.sooner >= 1);  // even for what is all but dead
            CHECK(row.count.at(1) >= 1);
        }
    }
    CHECK(std::ranges::all_of(used, [](bool is_used) { return is_used; }));
}

TEST_CASE("in a world that stands still nothing moves, burns or breaks") {
    Set set;
    set.run(80);
    REQUIRE(set.now->enemies.count > 0);
    const client::EffectLedger::Effect cracking{{.kind = EventKind::phase_cracking,
                                                 .slot = Slot::gold,
                                                 .tick = set.now->tick,
                                                 .cause = cause_of(set.now->enemies.items[0].id),
                                                 .at = {},
                                                 .value = 0},
                                                0};
    const auto look = [&](float alpha) {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
        return set.view->bursts.size();
    };
    set.stage.tick(*set.before, *set.now, std::span(&cracking, 1));
    CHECK(look(1) > 0);
    *set.before = *set.now;
    std::size_t born = 0;
    for (int i = 0; i < 20; ++i) {
        ++set.now->tick;
        set.stage.tick(*set.before, *set.now, {});
        born += look(0.5F);
    }
    CHECK(born == 0);
    const float x = client::in_field(set.now->enemies.items[0].parts[0].at).x;
    const std::uint32_t model = set.cast.parts[set.level.kinds[set.now->enemies.items[0].kind].parts.first];
    CHECK(find_model(*set.view, model)->thing.rows[3] == doctest::Approx(x));
    // It goes on where it stood: engines burn, what cracked still cracks.
    for (int i = 0; i < 20; ++i) {
        *set.before = *set.now;
        ++set.now->tick;
        ++set.now->clock;
        set.stage.tick(*set.before, *set.now, {});
        born += look(1);
    }
    CHECK(born > 25);  // engines alone: 20
}

TEST_CASE("what a player wishes of the picture reaches the view, at once") {
    Set set;
    set.run(80);
    REQUIRE(set.now->enemies.count > 0);
    for (const Slot slot : kSlots) {
        Shot shot;
        shot.at = {4_u, 3_u};
        shot.speed = {900_mu, Fixed{}};
        set.now->shots[index(slot)].add(shot);
    }
    EnemyShot fire{};
    fire.speed = {-80_mu, Fixed{}};
    set.now->enemy_shots.add(fire);
    set.now->enemies.items[0].parts[0].armour -= 1;  // struck
    set.stage.options().own = Slot::blue;
    const auto look = [&](const scene::Look& wish) {
        set.view->look = wish;
        set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
    };
    const auto fade_of = [&](Slot slot) {
        return set.view->player_shots.all()[set.view->player_shots.size() - (slot == Slot::gold ? 2 : 1)].fade;
    };
    const std::uint32_t model = set.cast.parts[set.level.kinds[set.now->enemies.items[0].kind].parts.first];
    look({});
    CHECK(fade_of(Slot::gold) == 1);
    CHECK(fade_of(Slot::blue) == 1);
    const std::uint32_t plain = set.view->enemy_shots.all().back().colour;
    const float struck = find_model(*set.view, model)->thing.flash;
    CHECK(struck > 0);
    look({.palette = scene::Palette::tritanopia, .own_shot_opacity = 0.4F, .flashes = 0.25F});
    CHECK(fade_of(Slot::gold) == 1);
    CHECK(fade_of(Slot::blue) == 0.4F);
    CHECK(find_model(*set.view, model)->thing.flash == struck * 0.25F);
    const auto kind = static_cast<std::size_t>(set.view->enemy_shots.all().back().look);
    CHECK(set.view->enemy_shots.all().back().colour != plain);
    CHECK(set.view->enemy_shots.all().back().colour ==
          scene::packed(scene::fire_colours(scene::Palette::tritanopia).enemy[kind]));
}
