#include "client/app/demo_game.hpp"

#include "sim/game/tuning.hpp"

namespace albireo::app {

DemoGame::Pilot::Pilot(const Level& level, const client::Bodies& bodies, Slot slot, Setup setup)
    : reporter(level, bodies, slot),
      remote(other(slot)),
      maker(slot),
      autopilot(level, {.own = slot,
                        .skill = setup.skill,
                        .seed = setup.seed * 2 + static_cast<std::uint32_t>(index(slot)),
                        .command_delay = 1}) {}

DemoGame::DemoGame(const Level& level, Setup setup)
    : level_(level),
      bodies_(std::make_unique<client::Bodies>(level, catalog_)),
      before_(std::make_unique<World>()),
      now_(std::make_unique<World>()),
      events_(std::make_unique<Events>()) {
    for (const Slot slot : kSlots) pilots_[index(slot)] = std::make_unique<Pilot>(level, *bodies_, slot, setup);
    GameSetup game;
    game.seed = setup.seed;
    init(*now_, level, game);
    *before_ = *now_;
}

void DemoGame::step(const Wish& wish) {
    if (wish.full_bars) {
        for (Purse& purse : now_->purses) purse.charge = kChargeFull, purse.gold = kGoldFull;
    }
    *before_ = *now_;
    FramePair frames;
    for (const Slot slot : kSlots) {
        Pilot& pilot = *pilots_[index(slot)];
        // One world for both: the partner's shots are known at once, and trusted a tick later.
        pilot.remote.update(*before_, before_->tick);
        const auto reports = pilot.reporter.look(*before_, pilot.remote);
        client::Controls controls = pilot.autopilot.next(*before_);
        controls.buttons = static_cast<std::uint16_t>(controls.buttons | wish.pressed);
        if (wish.weapon) controls.weapon = *wish.weapon;
        frames[index(slot)] = pilot.maker.make(*before_, level_, controls, reports);
    }
    events_->clear();
    albireo::step(*now_, level_, frames, *events_);
    ledger_.clear();
    ledger_.take(*events_, now_->tick);
}

}  // namespace albireo::app
