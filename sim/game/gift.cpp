#include "sim/game/gift.hpp"

#include <cassert>

#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {

bool may_give(const Ship& ship, const Frame& frame) {
    return frame.held(kGift) && is_flying(ship) && ship.lightning_wait == 0;
}

Gift gift_for(const World& world, Slot partner) {
    const Ship& ship = world.ships[index(partner)];
    if (is_out_of_lives(ship)) return world.flow.life_wait[index(partner)] == 0 ? Gift::life : Gift::none;
    const bool has_room = world.earnings[index(partner)].charge < kChargeFull;
    return is_flying(ship) && has_room ? Gift::charge : Gift::none;
}

void give(StepContext& step, Slot slot, const Frame& frame) {
    World& world = step.world;
    Ship& ship = world.ships[index(slot)];
    if (!may_give(ship, frame)) return;
    // The wait depends on this player's own frames alone. Whether anything is given depends on the shared world, too.
    ship.lightning_wait = kLightningWait;
    const Slot partner = other(slot);
    const Gift gift = gift_for(world, partner);
    if (gift == Gift::none || !spend_gold(step, slot)) return;
    if (gift == Gift::life) {
        assert(world.flow.life_wait[index(partner)] == 0 && "a life that is on its way is not given again");
        // run_flow() counts down in this tick, and the life comes when the wait is 1: exactly kLateTicks later.
        world.flow.life_wait[index(partner)] = kLateTicks + 2;
    } else {
        world.earnings[index(partner)].charge = kChargeFull;
    }
    step.emit(EventKind::gift, 0, world.ships[index(partner)].at, gift == Gift::life ? 1 : 0, slot);
}

}  // namespace albireo
