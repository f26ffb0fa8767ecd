#include "client/scene/animate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "client/predict/units.hpp"
#include "sim/game/heat.hpp"
#include "sim/game/player.hpp"

namespace albireo::scene {

bool is_worth_a_pose(Vec2 at, float radius) {
    constexpr float kShakeMost = 1, kHalfWidth = 16, kHalfHeight = 9;
    return radius >= kPosedRadiusLeast && std::abs(at.x) < kHalfWidth + radius + kShakeMost &&
           std::abs(at.y) < kHalfHeight + radius + kShakeMost;
}

float add_pose(const models::Skeleton& skeleton, const Urge& urge, const math::Transform& place, View& view) {
    if (view.bones.size() + skeleton.bones.size() > View::kBonesMax) return kRestPose;
    std::array<models::Playing, 8> playing{};
    const std::size_t clips = std::min(playing.size(), skeleton.clips.size());
    for (std::size_t i = 0; i < clips; ++i) {
        const models::Clip& clip = skeleton.clips[i];
        playing[i].at = urge.seconds / clip.seconds;
        switch (clip.when) {
            case models::When::always: playing[i].weight = 1; break;
            case models::When::turning: playing[i] = {1, 0.5F + 0.5F * urge.turning}; break;
            case models::When::firing: playing[i].weight = urge.firing; break;
            case models::When::aiming: playing[i].weight = urge.aiming; break;
            case models::When::hurt: playing[i].weight = urge.hurt; break;
        }
    }
    models::Pose pose = models::blended(skeleton, {playing.data(), clips});
    if (urge.target) {
        const Vec3 target = place.point_inside({urge.target->x, urge.target->y, 0});
        for (const models::Reach& reach : skeleton.reaches) models::reach_for(skeleton, reach, target, pose);
    }
    const auto first = static_cast<float>(view.bones.size());
    const auto motions = models::motions(skeleton, pose);
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
        const math::Quat& q = motions[i].turn;
        const Vec3 half = motions[i].shift * 0.5F;
        const math::Quat shift = math::Quat{half.x, half.y, half.z, 0} * q;
        view.bones.add({{q.x, q.y, q.z, q.w}, {shift.x, shift.y, shift.z, shift.w}});
    }
    return first;
}

std::optional<Vec2> aim_of(const Level& level, const World& before, const World& now, const Enemy& enemy, const Part& part,
                           float aiming, float alpha) {
    if (part.gun == kNone) return std::nullopt;
    const GunDef& gun = level.guns[part.gun];
    if (gun.pattern == Pattern::forward || gun.pattern == Pattern::cone) {
        constexpr float kFar = 16;  // units: any place on the way of its shots
        float angle = client::radians(gun.angle + enemy.heading);
        if (gun.period != 0) {
            const float phase = (static_cast<float>(enemy.age) - 1 + alpha) / static_cast<float>(gun.period);
            angle += client::radians(gun.swing) * std::sin(phase * 6.2831853F);
        }
        return client::in_field(part.at) + Vec2{std::cos(angle), std::sin(angle)} * kFar;
    }
    if (gun.pattern != Pattern::aimed && gun.pattern != Pattern::aimed_cone) return std::nullopt;
    const auto place_of = [&](Slot slot) {
        return math::lerp(client::in_field(lagged_place(before, slot)), client::in_field(lagged_place(now, slot)), alpha);
    };
    const Vec2 middle = (place_of(aim_target(now, 0)) + place_of(aim_target(now, 1))) * 0.5F;
    const auto shots = static_cast<std::uint32_t>(heated(gun.count, enemy.heat, kHeatShots) * gun.stack);
    const std::uint32_t salvo = enemy.shots / shots + enemy.id.spawn;
    const Vec2 next = place_of(aim_target(now, salvo));
    // From the last salvo's target to the next one's within a burst, otherwise back to the middle.
    const auto eased = [](float t) { return t * t * (3 - 2 * t); };
    const bool is_in_burst = part.gun_salvos < gun.burst;
    const Vec2 here = is_in_burst ? next : math::lerp(middle, next, eased(aiming));
    const int whole = is_in_burst ? gun.burst_gap : gun.rest;
    const float since = static_cast<float>(whole - 1 - part.gun_wait) + alpha;
    constexpr int kBackTicks = 20;
    const float back = since / static_cast<float>(std::min(whole, is_in_burst ? whole : kBackTicks));
    if (enemy.shots < shots || since < 0 || back >= 1) return here;
    return math::lerp(place_of(aim_target(now, salvo - 1)), here, eased(back));
}

}  // namespace albireo::scene
