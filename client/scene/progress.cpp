#include "client/scene/progress.hpp"

#include <algorithm>
#include <cmath>

#include "client/predict/units.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::scene {
namespace {

constexpr float kFadeTicks = 60;
constexpr float kOfferFade = 0.75F;  // while a continue is offered: the field stays visible
constexpr float kReturnTicks = 30;   // for brightening again before the game continues

/// 0 at no ticks, 1 after `whole` of them, without a kink at either end.
float eased(float ticks, float whole) {
    const float t = std::clamp(ticks / whole, 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

/// A stretch of the camera's path, and how long it takes.
struct Leg {
    double x = 0, y = 0, ticks = 0;

    Leg& add(const Leg& other, double times = 1) {
        x += other.x * times;
        y += other.y * times;
        ticks += other.ticks * times;
        return *this;
    }
};

Leg leg_of(albireo::Vec2 way, std::uint16_t ticks) {
    const math::Vec2 units = client::in_field(way);
    return {units.x, units.y, static_cast<double>(ticks)};
}

/// Through `count` tiles, once.
Leg leg_through(const Level& level, std::size_t first, std::size_t count) {
    Leg leg;
    for (std::size_t i = first; i < first + count; ++i) {
        leg.add(leg_of(level.tiles[i].exit - level.tiles[i].enter, level.tiles[i].ticks));
    }
    return leg;
}

}  // namespace

math::Vec2 way_come(const World& world, const Level& level) {
    const Scroll& scroll = world.scroll;
    if (scroll.count == 0) return {};
    if (level.is_endless()) return {client::units(scroll.travel), 0};
    const PlacedTile here = scroll.row[scroll.origin];
    Leg sum = leg_through(level, 0, here.tile).add(leg_of(scroll.camera - level.tiles[here.tile].enter, scroll.ticks));
    Leg done;                // a lap of each loop that is done …
    double again_ticks = 0;  // … and how long those can have gone round again at most
    for (const LoopDef& loop : level.loops) {
        if (here.tile < loop.tiles.first) continue;
        const Leg lap = leg_through(level, loop.tiles.first, loop.tiles.count);
        if (here.tile < loop.tiles.first + loop.tiles.count) {
            // Laps beyond kLapsMax cannot be told apart, but their ticks are counted.
            const bool uncounted = here.lap == kLapsMax && world.flow.loop != Flow::kNoLoop && lap.ticks > 0;
            sum.add(lap, here.lap + (uncounted ? std::floor((world.flow.lap_ticks - 1.0) / lap.ticks) : 0));
        } else {
            done.add(lap);
            again_ticks += loop.has_trigger() ? world.clock.value : lap.ticks * (loop.laps_max - 1);
        }
    }
    const double moving_ticks = world.clock.value - kTrailTicks;
    const double again = std::clamp(moving_ticks - sum.ticks, 0.0, again_ticks);
    if (again > 0) sum.add(done, again / done.ticks);
    return {static_cast<float>(sum.x), static_cast<float>(sum.y)};
}

float fade_of(const World& world, const Level& level, float left) {
    const Flow& flow = world.flow;
    const auto past = static_cast<float>(world.clock.value - kTrailTicks);
    float fade = 1 - eased(past - left, kFadeTicks);
    if (flow.loop == Flow::kNoLoop && !level.is_endless()) {
        const float to_come = static_cast<float>(level.ticks) - static_cast<float>(flow.timeline);
        fade = std::max(fade, 1 - eased(to_come + left, kFadeTicks));
    }
    const FlowState course = flow_state(world);
    if (course != FlowState::over && course != FlowState::ended) return fade;
    const float held = flow.hold_ticks;
    float dim = kOfferFade * eased(held, kFadeTicks);
    if (flow.asked == static_cast<std::uint8_t>(Command::carry_on))
        dim = std::min(dim, kOfferFade * eased(flow.asked_wait, kReturnTicks));
    return std::max({fade, dim, 1 - eased(kContinueTicks - held, kFadeTicks)});
}

bool has_clock(const Level& level) {
    constexpr std::ptrdiff_t kBossesOfACampaignLevel = 2;
    if (level.is_endless()) return false;
    return std::ranges::count_if(level.loops, [&](const LoopDef& loop) {
        return loop.spawn != kNone16 && level.kinds[level.spawns[loop.spawn].kind].size == KindSize::boss;
    }) > kBossesOfACampaignLevel;
}

}  // namespace albireo::scene
