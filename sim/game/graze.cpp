#include "sim/game/graze.hpp"

#include <cassert>

#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// How far the edge of a grazing shot may be from the ship's centre.
Fixed reach_of(const StepContext& step, Slot slot) {
    return kHullRadius + (step.frames[index(slot)].held(kFocus) ? kGrazeFocusReach : kGrazeReach);
}

}  // namespace

void graze(StepContext& step, EnemyShot& shot) {
    assert(shot.gun < step.level.guns.size() && "a shot is of a gun of the level");
    const Fixed radius = step.level.guns[shot.gun].radius;
    for (const Slot slot : kSlots) {
        const auto bit = static_cast<std::uint8_t>(1u << (kGrazedShift + index(slot)));
        const Ship& ship = step.world.ships[index(slot)];
        if ((shot.flags & bit) != 0 || !is_vulnerable(ship)) continue;
        if (!within(shot.at, ship.at, reach_of(step, slot) + radius)) continue;
        shot.flags |= bit;
        pay_graze(step, slot, shot);
    }
}

void cut_out_reach(StepContext& step) {
    Fixed radius_max{};
    for (const GunDef& gun : step.level.guns) radius_max = max(radius_max, gun.radius);
    for (const Slot slot : kSlots) {
        const Ship& ship = step.world.ships[index(slot)];
        if (!is_vulnerable(ship)) continue;
        const Fixed reach = reach_of(step, slot) + radius_max;
        cut_out(*step.band, ship.at - Vec2{reach, reach}, ship.at + Vec2{reach, reach});
    }
}

}  // namespace albireo
