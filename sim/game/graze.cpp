#include "sim/game/graze.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// How far the edge of a grazing shot may be from the ship's place.
Fixed reach_of(const StepContext& step, Slot slot) {
    return kHullRadius + (step.frames[index(slot)].held(kFocus) ? kGrazeFocusReach : kGrazeReach);
}

/// A square that holds the centres of all shots that may graze a ship: none, if the ship cannot be hit. A tick tests
/// thousands of shots, so the test of each axis is one comparison (a smaller coordinate wraps around) and none branches.
struct Square {
    std::uint32_t left = 0x80000000, bottom = 0x80000000, size = 0;  // raw; the corner is outside every field

    static Square around(Vec2 at, Fixed reach) {
        return {static_cast<std::uint32_t>((at.x - reach).raw), static_cast<std::uint32_t>((at.y - reach).raw),
                static_cast<std::uint32_t>(2 * reach.raw)};
    }
    unsigned holds(Vec2 at) const {
        const unsigned in_column = static_cast<std::uint32_t>(at.x.raw) - left <= size ? 1 : 0;
        const unsigned in_row = static_cast<std::uint32_t>(at.y.raw) - bottom <= size ? 1 : 0;
        return in_column & in_row;
    }
};

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

}  // namespace

void graze_ships(StepContext& step) {
    Fixed radius_max{};
    for (const GunDef& gun : step.level.guns) radius_max = max(radius_max, gun.radius);
    std::array<Square, kSlotCount> near;
    for (const Slot slot : kSlots) {
        const Ship& ship = step.world.ships[index(slot)];
        if (is_vulnerable(ship)) near[index(slot)] = Square::around(ship.at, reach_of(step, slot) + radius_max);
    }
    for (EnemyShot& shot : step.world.enemy_shots) {
        if ((near[0].holds(shot.at) | near[1].holds(shot.at)) != 0) graze(step, shot);
    }
}

}  // namespace albireo
