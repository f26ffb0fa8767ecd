#include "client/scene/progress.hpp"

#include <algorithm>

#include "sim/game/flow.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::scene {
namespace {

constexpr float kFadeTicks = 60;
constexpr float kOfferFade = 0.75F;  // while it may be continued: players see where
constexpr float kReturnTicks = 30;   // before it is continued

/// 0 at no ticks, 1 after `whole` of them, without a kink at either end.
float eased(float ticks, float whole) {
    const float t = std::clamp(ticks / whole, 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

}  // namespace

float fade_of(const World& world, const Level& level, float left) {
    const Flow& flow = world.flow;
    const auto past = static_cast<float>(world.clock.value - kTrailTicks);
    float fade = 1 - eased(past - left, kFadeTicks);
    if (flow.loop == Flow::kNoLoop) {
        const float to_come = static_cast<float>(level.ticks) - static_cast<float>(flow.timeline);
        fade = std::max(fade, 1 - eased(to_come + left, kFadeTicks));
    }
    const Course course = course_of(world);
    if (course != Course::over && course != Course::ended) return fade;
    const float held = flow.hold_ticks;
    float dim = kOfferFade * eased(held, kFadeTicks);
    if (flow.asked == static_cast<std::uint8_t>(Command::carry_on))
        dim = std::min(dim, kOfferFade * eased(flow.asked_wait, kReturnTicks));
    return std::max({fade, dim, 1 - eased(kContinueTicks - held, kFadeTicks)});
}

}  // namespace albireo::scene
