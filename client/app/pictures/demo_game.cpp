#include "client/app/pictures/demo_game.hpp"

#include "sim/game/tuning.hpp"

namespace albireo::app {

void DemoGame::Pilot::begin(const Level& level, Slot own) {
    own_ = own;
    reporter_ = std::make_unique<client::Reporter>(level, bodies_, own);
    bot::Autopilot::Options options;
    options.own = own;
    options.skill = setup_.skill;
    options.seed = setup_.seed * 2 + static_cast<std::uint32_t>(index(own));
    options.command_delay = 1;
    autopilot_ = std::make_unique<bot::Autopilot>(level, options);
}

client::Controls DemoGame::Pilot::steer(const World& predicted) {
    client::Controls controls = autopilot_->next(predicted);
    const Overrides::Player& overrides = overrides_.players[index(own_)];
    controls.buttons = static_cast<std::uint16_t>((controls.buttons | overrides.pressed) & ~overrides.released);
    if (overrides.weapon) controls.weapon = *overrides.weapon;
    return controls;
}

void DemoGame::Pilot::see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) {
    const auto seen = reporter_->look(predicted, remote);
    reports.insert(reports.end(), seen.begin(), seen.end());
}

DemoGame::DemoGame(const Level& level, Setup setup)
    : catalog_(setup.looks), bodies_(level, catalog_), pilots_{{{bodies_, setup, overrides_}, {bodies_, setup, overrides_}}} {
    const auto start = std::make_unique<World>();
    init(*start, level, {.seed = setup.seed, .players = setup.players, .section = setup.section});
    bot::LocalGame::Players players{};
    for (const Slot slot : kSlots) {
        if (((setup.players >> index(slot)) & 1) != 0) players[index(slot)] = &pilots_[index(slot)];
    }
    game_ = std::make_unique<bot::LocalGame>(level, *start, players);
}

void DemoGame::step(const Overrides& overrides) {
    overrides_ = overrides;
    if (overrides.full_bars) {
        for (Earnings& earnings : game_->world().earnings) earnings.charge = kChargeFull, earnings.gold = kGoldFull;
    }
    game_->step();
}

}  // namespace albireo::app
