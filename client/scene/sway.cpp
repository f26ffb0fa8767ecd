#include "client/scene/sway.hpp"

#include <algorithm>
#include <cmath>

#include "client/predict/units.hpp"
#include "client/scene/displace.hpp"
#include "sim/game/path.hpp"

namespace albireo::scene {

float roll_of(const Level& level, const Enemy& enemy) {
    if (level.kinds[enemy.kind].size >= KindSize::large) return 0;
    if (enemy.mover == Mover::path) {
        // The angle between the chords behind and ahead. A path is sampled every quarter of a unit; the chords are long enough to
        // smooth that out.
        constexpr Fixed kChord = 1500_mu;
        const PathSamples& path = level.path_samples[enemy.path];
        const math::Vec2 here = client::in_field(point_on(path, enemy.along).at);
        const math::Vec2 in = here - client::in_field(point_on(path, enemy.along - kChord).at);
        const math::Vec2 out = client::in_field(point_on(path, enemy.along + kChord).at) - here;
        const float bend = std::atan2(in.x * out.y - in.y * out.x, math::dot(in, out));
        return std::clamp(bend * 0.9F, -kRollMax, kRollMax);
    }
    if (enemy.mover == Mover::hover && enemy.move_total > 0) {
        const float w = std::min(1.0F, static_cast<float>(enemy.move_ticks) / static_cast<float>(enemy.move_total));
        const float climb = client::units(enemy.to.y) - client::units(enemy.from.y);
        // Units a tick: the derivative of the hover's ease, 3w² − 2w³.
        const float speed = climb * 6 * w * (1 - w) / static_cast<float>(enemy.move_total);
        return std::clamp(speed * 3, -kRollMax, kRollMax);
    }
    return 0;
}

float warning_of(const Level& level, KindSize size, const Part& part, float left) {
    if (part.gun == kNone || (part.flags & kGunOn) == 0 || part.gun_salvos < level.guns[part.gun].burst) return 0;
    const float ticks = size == KindSize::boss ? kBossWarningTicks : kWarningTicks;
    return std::clamp(1 - (static_cast<float>(part.gun_wait) + left) / ticks, 0.0F, 1.0F);
}

float recoil_of(const Level& level, const Enemy& enemy, const Part& part) {
    if (part.gun == kNone || enemy.shots == 0 || (part.flags & kGunOn) == 0) return 0;
    const GunDef& gun = level.guns[part.gun];
    // A gun waits for `gap` within a burst, for `rest` after it, and for `delay` when it was just switched on.
    const int whole = part.gun_salvos < gun.burst ? gun.burst_gap : gun.rest;
    const int since = whole - 1 - part.gun_wait;
    return since < 0 || since > 12 ? 0 : std::exp2(-static_cast<float>(since) / 2.5F);
}

math::Vec2 flinch_of(const Part& before, const Part& now, std::uint32_t seed, float alpha) {
    if (now.armour >= before.armour) return {};
    VisualRandom random(seed * 2654435761U + 1);
    const float angle = random.share() * 6.2831853F;
    const float far = kFlinchMax * alpha;
    return {std::cos(angle) * far, std::sin(angle) * far};
}

}  // namespace albireo::scene
