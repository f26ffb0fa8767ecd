#include "sim/game/graze.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {

Grazing::Grazing(StepContext& step) : step_(step) {
    for (const Slot slot : kSlots) {
        const Ship& ship = step.world.ships[index(slot)];
        const Fixed reach = step.frames[index(slot)].held(kFocus) ? kGrazeFocusReach : kGrazeReach;
        // The sum with the radius of any shot is negative for a ship that cannot be hit.
        zones_[index(slot)] = {ship.at, is_vulnerable(ship) ? kHullRadius + reach : -kRadiusMax - 1_u};
    }
}

void Grazing::graze(EnemyShot& shot, Slot slot) {
    const auto bit = static_cast<std::uint8_t>(1u << (kGrazedShift + index(slot)));
    if ((shot.flags & bit) != 0) return;
    assert(is_vulnerable(step_.world.ships[index(slot)]) && "only a ship that can be hit is grazed");
    shot.flags |= bit;
    pay_graze(step_, slot, shot);
}

}  // namespace albireo
