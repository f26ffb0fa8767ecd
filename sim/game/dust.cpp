#include "sim/game/dust.hpp"

#include <cassert>

#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

// At most this many shots of one tick show their dust. More would crowd other events out of the list.
constexpr std::uint32_t kShownMax = 256;
static_assert(kShownMax <= Events::kMax / 4);

bool reaches(const Ship& ship, const EnemyShot& shot, Fixed radius) {
    const Vec2 way = shot.at - ship.at;
    return way.x.raw > 0 && abs(way.y) <= way.x * kGuardSlope && within(shot.at, ship.at, kGuardReach + radius);
}

std::uint64_t cause_of(const EnemyShot& shot) { return cause_of_shot(shot.owner, shot.number, shot.branch); }

/// Marks the shots for which `turns(shot)` holds as gone and shows their dust. Returns their number.
template <class Turns>
std::uint32_t turn_to_dust(StepContext& step, Slot slot, std::int32_t points, Turns&& turns) {
    const auto& pool = step.world.enemy_shots;
    std::uint32_t dusted = 0;
    for (std::uint32_t i = 0; i < pool.count; ++i) {
        const EnemyShot& shot = pool.items[i];
        if (step.gone_shots.has(i) || !turns(shot)) continue;
        step.gone_shots.add(i);
        if (dusted++ < kShownMax) step.emit(EventKind::dusted, cause_of(shot), shot.at, points, slot);
    }
    return dusted;
}

}  // namespace

bool has_bulwark(const World& world, Slot slot) {
    const Ship& ship = world.ships[index(slot)];
    assert((ship.guard == 0 || ship.powered != 0) && "a bulwark costs charge");
    return ship.guard != 0 && is_flying(ship) && world.earnings[index(slot)].overdrawn == 0;
}

bool is_stopped(StepContext& step, EnemyShot& shot) {
    if (step.sea.covers(shot.at) && sinks(step.level, shot)) return true;
    const Fixed radius = step.level.guns[shot.gun].radius;
    for (const Slot slot : kSlots) {
        if (!has_bulwark(step.world, slot) || !reaches(step.world.ships[index(slot)], shot, radius)) continue;
        pay_dust(step, slot, shot);
        return true;
    }
    return false;
}

void dust_by_combined_storm(StepContext& step, Slot slot) {
    const std::uint32_t dusted = turn_to_dust(step, slot, kCombinedStormDustWorth, [](const EnemyShot& shot) {
        return is_in_field(shot.at, {});
    });
    for (Earnings& earnings : step.world.earnings) earnings.score += dusted * kCombinedStormDustWorth;
}

void cancel_fire(StepContext& step, EnemyId owner) {
    turn_to_dust(step, Slot::gold, 0, [&](const EnemyShot& shot) { return shot.owner == owner; });
}

}  // namespace albireo
