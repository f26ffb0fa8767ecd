// Goal: a stage's views show the worlds' state, at ticks and between them.
// One file: every test compares views with the same two worlds. What events show is in stage_events_test.cpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "client/predict/units.hpp"
#include "client/scene/progress.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/tuning.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;
using Point = math::Vec2;

namespace {

const scene::MeshInstance* find_model(const scene::View& view, std::uint32_t model) {
    for (const scene::MeshInstance& thing : view.instances.all()) {
        if (thing.model == model) return &thing;
    }
    return nullptr;
}

/// No enemy fires, so none is drawn away from its place by a recoil.
void hold_fire(World& world) {
    for (Enemy& enemy : world.enemies) {
        for (Part& part : enemy.parts) part.flags = static_cast<std::uint8_t>(part.flags & ~kGunOn);
    }
}

}  // namespace

TEST_CASE("between two ticks everything is interpolated") {
    Set set;
    set.run(80);
    hold_fire(*set.before);
    hold_fire(*set.now);
    REQUIRE(set.now->enemies.count > 0);
    const Enemy& enemy = set.now->enemies.items[0];
    const std::uint32_t model = set.cast.parts[set.level.kinds[enemy.kind].parts.first];
    const auto x_at = [&](float alpha) {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
        const scene::MeshInstance* thing = find_model(*set.view, model);
        REQUIRE(thing != nullptr);
        return thing->data.rows[3];
    };
    const float before = client::in_field(set.before->enemies.items[0].parts[0].at).x;
    const float now = client::in_field(enemy.parts[0].at).x;
    REQUIRE(before != now);
    CHECK(x_at(0) == doctest::Approx(before));
    CHECK(x_at(1) == doctest::Approx(now));
    CHECK(x_at(0.5F) == doctest::Approx((before + now) / 2));
}

TEST_CASE("views change evenly from tick to tick: halfway is the mean, and a tick starts where the last one ended") {
    Set set;
    set.run(80);
    set.now->scroll.moved = {};  // the camera is fixed
    EnemyShot hostile{};
    hostile.at = {3_u, 2_u};
    hostile.speed = {-150_mu, 90_mu};
    set.now->enemy_shots.add(hostile);
    Shot own{};
    own.at = {-3_u, 1_u};
    own.speed = {700_mu, Fixed{}};
    set.now->shots[0].add(own);
    client::EffectLedger::Effect death{};
    death.event.kind = EventKind::ship_died;
    std::vector<client::EffectLedger::Effect> effects = {death};
    // Everything that moves, fades or turns.
    const auto look = [&](float alpha) {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
        std::vector<float> seen = {set.view->hurt, set.view->flash.x};
        for (const scene::MeshInstance& thing : set.view->instances.all()) {
            seen.push_back(thing.data.rows[3]);
            seen.push_back(thing.data.rows[7]);
            if (thing.data.kind == 1) seen.push_back(std::atan2(thing.data.rows[9], thing.data.rows[5]));
        }
        for (const scene::ShotSprite& shot : set.view->enemy_shots.all()) {
            seen.insert(seen.end(), {shot.at.x, shot.at.y});
        }
        for (const scene::ShotSprite& shot : set.view->player_shots.all()) seen.push_back(shot.at.x);
        return seen;
    };
    std::vector<float> last;
    for (int tick = 0; tick < 6; ++tick) {
        *set.before = *set.now;
        ++set.now->tick;
        ++set.now->clock;
        set.now->ships[0].at.y += 150_mu;
        for (EnemyShot& shot : set.now->enemy_shots.live()) shot.at += shot.speed;
        for (Shot& shot : set.now->shots[0].live()) shot.at += shot.speed;
        for (Enemy& enemy : set.now->enemies.live()) {
            for (Part& part : enemy.parts) part.at.x += 70_mu;
        }
        set.stage.tick(*set.before, *set.now, effects);
        effects.clear();
        const auto begin = look(0), middle = look(0.5F), end = look(1);
        REQUIRE(begin.size() == end.size());
        int moving = 0;
        for (std::size_t i = 0; i < begin.size(); ++i) {
            CAPTURE(i);
            CHECK(middle[i] == doctest::Approx((begin[i] + end[i]) / 2).epsilon(0.002));
            if (!last.empty()) CHECK(begin[i] == doctest::Approx(last[i]).epsilon(0.002));
            moving += begin[i] != end[i] ? 1 : 0;
        }
        CHECK(moving >= 8);
        last = end;
    }
}

TEST_CASE("the partner's shots ease into their true positions, and hidden shots are not drawn") {
    Set set;
    set.run(60);
    Shot shot;
    shot.at = {4_u, 3_u};
    shot.speed = {900_mu, Fixed{}};
    shot.number = {7};
    shot.age = 5;
    set.now->shots[1].add(shot);
    client::RemoteShots remote(Slot::blue);
    constexpr std::size_t flares = 2;  // the engines' flares come first
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
    CHECK(set.view->player_shots.all().back().at.y == doctest::Approx(nose.y));  // a guess starts at the nose
    remote.update(*set.now, set.now->tick + 10);
    REQUIRE(look(set.now->tick + 60) == 1);
    CHECK(set.view->player_shots.all().back().at.y == doctest::Approx(3));
    remote.hide(*set.now, shot);
    CHECK(look(set.now->tick + 60) == 0);
}

TEST_CASE(
    "the partner and their new shot move evenly at four frames a tick, from the guess to the shot's true position") {
    Set set;
    set.run(60);
    Shot shot;
    shot.speed = {900_mu, Fixed{}};
    shot.number = {7};
    shot.age = 1;
    shot.at = set.now->ships[1].at + kNose + shot.speed + albireo::Vec2{-2_u, 2_u};
    set.now->shots[1].add(shot);
    Shot& flying = set.now->shots[1].items[0];
    client::RemoteShots remote(Slot::blue);
    // The ship is drawn below its true place and closes in.
    Ship& ship = set.now->ships[1];
    client::PartnerFlight flight;
    ship.at.y -= 1_u;
    flight.begin(ship);
    ship.at.y += 1_u;
    constexpr int kFrames = 4, kGuessed = 6, kEased = 20;
    std::vector<Point> shots, ships;
    for (int tick = 0; tick < kGuessed + kEased + 3; ++tick) {
        flight.tick(ship, {.motion = {}, .steered_for = 1});
        for (int frame = tick == 0 ? 0 : 1; frame <= kFrames; ++frame) {
            set.stage.look({.before = *set.before,
                            .now = *set.now,
                            .alpha = static_cast<float>(frame) / kFrames,
                            .remote = &remote,
                            .flight = &flight,
                            .own = Slot::gold,
                            .predicted = set.now->tick},
                           *set.view);
            shots.push_back(set.view->player_shots.all().back().at);
            const math::Vec3 drawn = set.view->blacks.all().back().from;  // the partner's is the last
            ships.push_back({drawn.x, drawn.y});
        }
        // An acknowledgement arrives between two ticks.
        if (tick >= kGuessed) remote.update(*set.now, set.now->tick);
        *set.before = *set.now;
        ++set.now->tick;
        ++set.now->clock;
        flying.at += shot.speed;
        ++flying.age;
    }
    const Point at = client::in_field(flying.at - shot.speed);
    CHECK(math::length(shots.back() - at) < 1e-3F);
    CHECK(std::abs(ships.back().y - client::in_field(ship.at).y) < 1e-3F);
    // Nothing jumps or reverses: a frame is a quarter of a tick.
    const float frame_most = client::units(client::kDrawnStepMax) / kFrames + 1e-3F;
    for (std::size_t i = 2; i < shots.size(); ++i) {
        CAPTURE(i);
        const Point last = shots[i - 1] - shots[i - 2], way = shots[i] - shots[i - 1];
        CHECK(way.x > 0);
        CHECK(math::length(way - last) < 0.04F);  // of 0.225 a frame
        const Point ship_way = ships[i] - ships[i - 1];
        CHECK(ship_way.y >= 0);
        CHECK(ship_way.y <= frame_most);
    }
}

TEST_CASE("a withdrawn shot flies on and fades. One that hits something in a tick, or was hidden, does not") {
    Set set;
    set.run(60);
    client::RemoteShots remote(Slot::blue);
    Shot shot;
    shot.at = {-3_u, 3_u};
    shot.speed = {500_mu, Fixed{}};
    shot.number = {7};
    shot.age = 1;
    const auto input = [&](float alpha) {
        return scene::StageInput{.before = *set.before,
                             .now = *set.now,
                             .alpha = alpha,
                             .remote = &remote,
                             .own = Slot::gold,
                             .predicted = set.now->tick};
    };
    constexpr std::size_t flares = 2;
    const auto look = [&](float alpha) {
        set.stage.look(input(alpha), *set.view);
        return set.view->player_shots.all().subspan(flares);
    };
    const auto tick = [&](bool flies) {
        *set.before = *set.now;
        ++set.now->tick;
        ++set.now->clock;
        Pool<Shot, kShotsPerPlayerMax>& shots = set.now->shots[1];
        if (!flies) shots.count = 0;
        for (Shot& each : shots.live()) {
            each.at += each.speed;
            ++each.age;
        }
        set.stage.tick(input(1), {});
    };
    set.now->shots[1].add(shot);
    set.before->tick = set.now->tick - 1;
    set.stage.tick(input(1), {});
    tick(true);
    REQUIRE(look(1).size() == 1);
    const scene::ShotSprite last = look(1)[0];
    bool fades = false;
    SUBCASE("withdrawn by a rebuild") {
        set.now->shots[1].count = 0;
        fades = true;
        tick(true);
    }
    SUBCASE("replaced by another shot of its number") {
        set.now->shots[1].items[0].age = 9;
        tick(true);
        CHECK(look(0.5F).size() == 2);
        return;
    }
    SUBCASE("used up in the tick") { tick(false); }
    SUBCASE("hidden") {
        remote.hide(*set.now, set.now->shots[1].items[0]);
        tick(true);
        set.now->shots[1].count = 0;
    }
    if (!fades) {
        CHECK(look(0.5F).empty());
        return;
    }
    scene::ShotSprite seen = last;
    for (int t = 0; t < static_cast<int>(client::kShotFadeTicks); ++t) {
        for (const float alpha : {0.25F, 0.5F, 0.75F}) {
            REQUIRE(look(alpha).size() == 1);
            const scene::ShotSprite now = look(alpha)[0];
            CHECK(now.at.x > seen.at.x);
            CHECK(now.at.x - seen.at.x < 0.3F);
            CHECK(now.at.y == doctest::Approx(seen.at.y));
            CHECK(now.fade < seen.fade);
            CHECK(seen.fade - now.fade < 0.06F);
            seen = now;
        }
        tick(true);
    }
    CHECK(seen.fade < 0.05F);
    CHECK(look(0.5F).empty());
}

TEST_CASE("in a paused world nothing moves, burns or breaks") {
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
    hold_fire(*set.now);
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
    CHECK(find_model(*set.view, model)->data.rows[3] == doctest::Approx(x));
    // After the pause it continues from there: engines burn, and cracking parts still crack.
    for (int i = 0; i < 20; ++i) {
        *set.before = *set.now;
        ++set.now->tick;
        ++set.now->clock;
        set.stage.tick(*set.before, *set.now, {});
        born += look(1);
    }
    CHECK(born > 20);  // engines alone: 20
}

TEST_CASE("a player's picture settings reach the view at once") {
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
    const auto look = [&](const scene::VisualSettings& wanted) {
        set.view->visuals = wanted;
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
    const float struck = find_model(*set.view, model)->data.flash;
    CHECK(struck > 0);
    look({.palette = scene::Palette::tritanopia, .own_shot_opacity = 0.4F, .flashes = 0.25F});
    CHECK(fade_of(Slot::gold) == 1);
    CHECK(fade_of(Slot::blue) == 0.4F);
    CHECK(find_model(*set.view, model)->data.flash == struck * 0.25F);
    const auto kind = static_cast<std::size_t>(set.view->enemy_shots.all().back().look);
    CHECK(set.view->enemy_shots.all().back().colour != plain);
    CHECK(set.view->enemy_shots.all().back().colour ==
          scene::packed(scene::fire_colours(scene::Palette::tritanopia).enemy[kind]));
}

TEST_CASE("a level fades in from black and out to black, whenever the view was created") {
    Set set;
    std::vector<float> fades;
    for (int tick = 0; tick < 70; ++tick) {
        set.run(1);
        scene::Stage late(set.level, set.cast, {});
        for (const float alpha : {0.5F, 1.0F}) {
            const scene::StageInput input{.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}};
            late.look(input, *set.view);
            fades.push_back(set.view->fade);
            set.stage.look(input, *set.view);
            CHECK(set.view->fade == fades.back());
        }
    }
    CHECK(fades.front() > 0.99F);
    for (std::size_t i = 1; i < 120; ++i) CHECK(fades[i] < fades[i - 1]);
    for (std::size_t i = 120; i < fades.size(); ++i) CHECK(fades[i] == 0);

    Flow& flow = set.now->flow;
    float last = 0;
    for (std::uint32_t left = 59; left > 0; --left) {
        flow.timeline = set.level.ticks - left;
        const float fade = scene::fade_of(*set.now, set.level, 0), before = scene::fade_of(*set.now, set.level, 0.5F);
        CHECK(last < before);
        CHECK(before < fade);
        last = fade;
    }
    flow.loop = 0;  // where the timeline stands still
    CHECK(scene::fade_of(*set.now, set.level, 0) == 0);
    flow.loop = Flow::kNoLoop;
    flow.timeline = set.level.ticks + 1;
    flow.machine.state = static_cast<std::uint8_t>(FlowState::cleared);
    CHECK(scene::fade_of(*set.now, set.level, 0) == 1);
}

TEST_CASE("a lost game is dim while it may be continued and brightens before it continues. Otherwise it fades to black") {
    Set set;
    set.run(100);
    Flow& flow = set.now->flow;
    const auto fade_at = [&](FlowState course, int held, int continued_in = 0) {
        flow.machine.state = static_cast<std::uint8_t>(course);
        flow.hold_ticks = static_cast<std::uint16_t>(held);
        flow.asked = static_cast<std::uint8_t>(continued_in > 0 ? Command::carry_on : Command::none);
        flow.asked_wait = static_cast<std::uint8_t>(continued_in);
        return scene::fade_of(*set.now, set.level, 0);
    };
    CHECK(fade_at(FlowState::over, 0) == 0);
    for (int held = 1; held <= 60; ++held) CHECK(fade_at(FlowState::over, held) > fade_at(FlowState::over, held - 1));
    const float dim = fade_at(FlowState::over, 600);
    CHECK(dim > 0.5F);
    CHECK(dim < 0.9F);
    CHECK(fade_at(FlowState::over, 600, 120) == dim);
    for (int wait = 30; wait > 1; --wait) {
        CHECK(fade_at(FlowState::over, 600, wait - 1) < fade_at(FlowState::over, 600, wait));
    }
    CHECK(fade_at(FlowState::over, 600, 1) < 0.01F);
    CHECK(fade_at(FlowState::playing, 600) == 0);
    CHECK(fade_at(FlowState::paused, 600) == 0);
    CHECK(fade_at(FlowState::over, kContinueTicks - 10) > dim);
    CHECK(fade_at(FlowState::ended, kContinueTicks) == 1);
}

TEST_CASE("the camera's distance follows from the world: the sum of its movement, and the same after a seek") {
    // Up through a first tile, three laps of a loop, down through a last one.
    Level level = small_level();
    level.tiles[0].exit.y = 3_u;
    level.tiles[1].exit.y = 1_u;
    level.tiles.push_back(level.tiles[1]);
    level.tiles[2].exit.y = -2_u;
    level.tiles[2].ticks = 200;
    derive(level);
    Set set(std::move(level));
    scene::Vec2 sum;
    const auto look = [&] {
        set.stage.look({.before = *set.before, .now = *set.now, .predicted = {}}, *set.view);
        std::vector<std::array<float, 12>> ridges;
        for (const scene::MeshInstance& thing : set.view->instances.all()) {
            if (std::ranges::find(set.cast.ridges, thing.model) != set.cast.ridges.end())
                ridges.push_back(thing.data.rows);
        }
        return std::pair{set.view->scroll, ridges};
    };
    auto middle = std::make_unique<World>();
    std::optional<decltype(look())> seen;
    for (int tick = 1; tick <= 300 + 3 * 300 + 150; ++tick) {
        set.run(1);
        sum = sum + client::in_field(set.now->scroll.moved);
        CAPTURE(tick);
        CHECK(math::length(scene::way_come(*set.now, set.level) - sum) < 1e-2F);
        if (tick != 1300) continue;
        *middle = *set.now;
        seen = look();
    }
    REQUIRE(set.now->scroll.row[set.now->scroll.origin].tile == 2);
    REQUIRE(seen->second.size() >= 2);
    for (int times = 0; times < 3; ++times) {
        set.stage.reset();
        *set.before = *set.now = *middle;
        const auto again = look();
        CHECK(again.first == seen->first);
        CHECK(again.second == seen->second);
        set.run(60);
    }
}
