// Goal: poses depend on the worlds and the time between them alone, so that a seek shows what playing shows; they go on without a jerk
// from tick to tick; the Warden's claws reach for the ship that they aim at; and bones that nobody sees are not evaluated.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "client/scene/animate.hpp"
#include "client/scene/stage.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"

using namespace albireo;
using math::Vec3;

namespace {

Vec3 moved(const scene::BoneMotion& bone, const Vec3& p) {
    const Vec3 axis{bone.turn[0], bone.turn[1], bone.turn[2]}, half{bone.shift[0], bone.shift[1], bone.shift[2]};
    return p + (math::cross(axis, math::cross(axis, p) + p * bone.turn[3]) + half * bone.turn[3] - axis * bone.shift[3] +
                math::cross(axis, half)) *
                   2.0F;
}

struct Played {
    Level level;
    models::Catalog catalog;
    scene::Cast cast;
    std::unique_ptr<World> before = std::make_unique<World>(), now = std::make_unique<World>();
    std::unique_ptr<Events> events = std::make_unique<Events>();
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    scene::Stage stage{level, cast, {}};

    explicit Played(const char* name)
        : level(script::compile_builtin_level(name, Difficulty::standard).level), cast(scene::make_cast(level, catalog)) {
        init(*now, level, {});
    }
    void step_once() {
        *before = *now;
        events->clear();
        step(*now, level, {}, *events);
    }
    const scene::View& look(float alpha) {
        stage.look({.before = *before, .now = *now, .alpha = alpha, .predicted = {}}, *view);
        return *view;
    }
};

/// Where the tips of all posed bones are shown, and who owns them: mesh and seed.
struct Tip {
    std::uint32_t mesh = 0;
    float seed = 0;
    std::size_t bone = 0;
    Vec3 at;
};
std::vector<Tip> tips_of(const scene::Cast& cast, const scene::View& view) {
    std::vector<Tip> tips;
    for (const scene::MeshInstance& each : view.instances.all()) {
        const models::Skeleton& skeleton = cast.skeletons[each.model];
        if (each.data.pose < 0) continue;
        REQUIRE(static_cast<std::size_t>(each.data.pose) + skeleton.bones.size() <= view.bones.size());
        for (std::size_t i = 1; i < skeleton.bones.size(); ++i) {
            tips.push_back({each.model, each.data.seed, i,
                            moved(view.bones.all()[static_cast<std::size_t>(each.data.pose) + i], skeleton.bones[i].tip)});
        }
    }
    return tips;
}

}  // namespace

TEST_CASE("creatures move, a seek shows the same poses as playing, and no bone jerks") {
    Played game("the_cut");
    float fastest = 0;
    std::size_t posed = 0, compared = 0;
    std::vector<Tip> end;
    for (int tick = 0; tick < 1500; ++tick) {
        game.step_once();
        if (tick % 10 > 1) continue;
        const std::vector<Tip> begin = tips_of(game.cast, game.look(0));
        if (tick % 10 == 1) {
            // The first picture of this tick shows what the last one of the tick before it showed.
            for (const Tip& tip : begin) {
                for (const Tip& then : end) {
                    if (then.mesh != tip.mesh || then.seed != tip.seed || then.bone != tip.bone) continue;
                    ++compared;
                    CHECK(math::length(then.at - tip.at) < 0.02F);
                }
            }
        }
        end = tips_of(game.cast, game.look(1));
        posed += end.size();
        for (std::size_t i = 0; i < std::min(begin.size(), end.size()); ++i) {
            if (begin[i].mesh != end[i].mesh || begin[i].seed != end[i].seed) break;
            fastest = std::max(fastest, math::length(begin[i].at - end[i].at));
        }
        scene::Stage other(game.level, game.cast, {});
        auto view = std::make_unique<scene::View>();
        other.look({.before = *game.before, .now = *game.now, .alpha = 1, .predicted = {}}, *view);
        const std::vector<Tip> sought = tips_of(game.cast, *view);
        REQUIRE(sought.size() == end.size());
        for (std::size_t i = 0; i < end.size(); ++i) REQUIRE(sought[i].at == end[i].at);
    }
    MESSAGE(posed << " posed bones, " << compared << " compared across ticks, fastest " << fastest << " units in a tick");
    CHECK(posed > 500);
    CHECK(compared > 200);
    CHECK(fastest > 0.01F);
    CHECK(fastest < 0.25F);
}

TEST_CASE("a limb reaches for its target, by at most its limit") {
    models::Catalog catalog;
    const models::Model& claw = catalog.model_for({"warden", "claw_high", 1.2F});
    REQUIRE(claw.skeleton.reaches.size() == 1);
    const std::uint8_t palm = claw.skeleton.reaches[0].bones.back();
    const Vec3 tip = claw.skeleton.bones[palm].tip;
    auto view = std::make_unique<scene::View>();
    const auto tip_for = [&](std::optional<math::Vec2> target) {
        view->clear();
        const float first = scene::add_pose(claw.skeleton, {.target = target}, math::transform({}, {5, 2, 0}), *view);
        return moved(view->bones.all()[static_cast<std::size_t>(first) + palm], tip);
    };
    const Vec3 rest = tip_for(std::nullopt), low = tip_for(math::Vec2{-10, -8}), high = tip_for(math::Vec2{-2, 9});
    CHECK(math::length(rest - tip) < 1e-4F);
    CHECK(low.y < rest.y - 0.03F);
    CHECK(high.y > rest.y + 0.03F);
    for (const Vec3& at : {low, high}) CHECK(math::length(at - rest) < claw.skeleton.reaches[0].within * 1.02F);
}

TEST_CASE("a gun aims where the core aims: at a ship of half a second ago, or along its own direction") {
    Level level;
    level.guns.push_back({.pattern = Pattern::aimed, .count = 1, .burst = 1, .rest = 90});
    level.guns.push_back({.pattern = Pattern::forward, .angle = Angle::from_raw(16384)});
    level.guns.push_back({.pattern = Pattern::ring});
    auto world = std::make_unique<World>();
    world->clock.value = 1000;
    for (const Slot slot : kSlots) {
        Ship& ship = world->ships[index(slot)];
        ship.present = 0xffffffff;
        for (auto& place : ship.trail) place = slot == Slot::gold ? Vec2{-10_u, 4_u} : Vec2{-6_u, -4_u};
    }
    Enemy enemy{};
    Part part{};
    part.at = {8_u, 1_u};
    part.gun_salvos = 1;
    const auto aim = [&](std::uint8_t gun, float aiming, float alpha = 1) {
        part.gun = gun;
        return scene::aim_of(level, *world, *world, enemy, part, aiming, alpha);
    };
    CHECK(*aim(0, 1) == math::Vec2{-10, 4});
    CHECK(*aim(0, 0) == math::Vec2{-8, 0});
    enemy.shots = 1;
    part.gun_wait = 89;  // it has just fired at the first ship
    CHECK(math::length(*aim(0, 0, 0) - math::Vec2{-10, 4}) < 1e-4F);
    part.gun_wait = 40;
    CHECK(*aim(0, 1) == math::Vec2{-6, -4});
    const math::Vec2 up = *aim(1, 0);
    CHECK(std::abs(up.x - 8) < 0.01F);
    CHECK(up.y > 10);
    CHECK_FALSE(aim(2, 1).has_value());
}

TEST_CASE("bones that are out of the picture, too small, or too many are left at rest") {
    CHECK(scene::is_worth_a_pose({0, 0}, 0.5F));
    CHECK(scene::is_worth_a_pose({16.3F, 0}, 0.5F));
    CHECK_FALSE(scene::is_worth_a_pose({18, 0}, 0.5F));
    CHECK_FALSE(scene::is_worth_a_pose({0, -11}, 0.5F));
    CHECK_FALSE(scene::is_worth_a_pose({0, 0}, 0.1F));

    Played game("the_cut");
    std::size_t at_rest = 0, posed = 0;
    for (int tick = 0; tick < 900; ++tick) {
        game.step_once();
        if (tick % 5 != 0) continue;
        for (const scene::MeshInstance& each : game.look(1).instances.all()) {
            if (game.cast.skeletons[each.model].empty()) continue;
            const bool is_near = std::abs(each.data.rows[3]) < 16 && std::abs(each.data.rows[7]) < 9;
            const bool is_far = std::abs(each.data.rows[3]) > 19 || std::abs(each.data.rows[7]) > 12;
            if (is_near) CHECK(each.data.pose >= 0);
            if (is_far) CHECK(each.data.pose == scene::kRestPose);
            (each.data.pose < 0 ? at_rest : posed) += 1;
        }
    }
    MESSAGE(posed << " instances posed, " << at_rest << " outside the picture and not evaluated");
    CHECK(posed > 50);
    CHECK(at_rest > 10);

    models::Catalog catalog;
    const models::Model& claw = catalog.model_for({"warden", "claw_high", 1.2F});
    auto view = std::make_unique<scene::View>();
    for (int i = 0; i < 2000; ++i) {
        if (scene::add_pose(claw.skeleton, {}, {}, *view) < 0) break;
    }
    CHECK(scene::add_pose(claw.skeleton, {}, {}, *view) == scene::kRestPose);
    CHECK(view->bones.dropped() == 0);
}
