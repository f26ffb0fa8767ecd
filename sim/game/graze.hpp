#pragma once
/// Grazes: an enemy shot passes close to a ship without hitting it, which pays its player (game/score).
///
/// 1. A shot pays each player once, in the first tick in which it is within reach of their ship.
/// 2. Only earnings and EnemyShot::flags change, which are shared state. The ship does not (rule 4).
/// 3. A ship that cannot be hit at present earns nothing.
#include "sim/game/context.hpp"

namespace albireo {

class Grazing {
  public:
    explicit Grazing(StepContext& step);

    /// To be called for each enemy shot after its motion.
    void pass(EnemyShot& shot) {
        const Fixed radius = step_.level.guns[shot.gun].radius;
        for (const Slot slot : kSlots) {
            const Zone& zone = zones_[index(slot)];
            const Vec2 off = shot.at - zone.at;
            const Fixed reach = zone.reach + radius;
            if (abs(off.x) <= reach && abs(off.y) <= reach && within(shot.at, zone.at, reach)) graze(shot, slot);
        }
    }

  private:
    struct Zone {
        Vec2 at;      // of the ship
        Fixed reach;  // from there to the edge of a shot
    };
    void graze(EnemyShot& shot, Slot slot);

    StepContext& step_;
    std::array<Zone, kSlotCount> zones_;
};

}  // namespace albireo
