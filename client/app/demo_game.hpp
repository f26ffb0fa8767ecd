#pragma once
/// A game of two autopilots in one process and one world: what pictures are taken of when there is no replay.
#include <memory>
#include <optional>
#include <span>

#include "client/bot/autopilot.hpp"
#include "client/predict/effects.hpp"
#include "client/predict/frame_maker.hpp"
#include "client/predict/reporter.hpp"

namespace albireo::app {

class DemoGame {
  public:
    struct Setup {
        std::uint32_t seed = 1;
        int skill = 9;
    };
    /// The level must outlive the game.
    DemoGame(const Level& level, Setup setup);

    const World& before() const { return *before_; }
    const World& now() const { return *now_; }
    /// What stills arrange: buttons that both players hold on top of what they want, the weapon in hand, full bars.
    struct Wish {
        std::uint16_t pressed = 0;
        std::optional<Weapon> weapon;
        bool full_bars = false;
    };
    void step(const Wish& wish);
    void step() { step({}); }
    /// What the last step() let through.
    std::span<const client::EffectLedger::Effect> effects() const { return ledger_.fresh(); }

  private:
    struct Pilot {
        Pilot(const Level& level, const client::Bodies& bodies, Slot slot, Setup setup);
        client::Reporter reporter;
        client::RemoteShots remote;
        client::FrameMaker maker;
        bot::Autopilot autopilot;
    };

    const Level& level_;
    models::Catalog catalog_;
    std::unique_ptr<client::Bodies> bodies_;
    std::array<std::unique_ptr<Pilot>, kSlotCount> pilots_;
    std::unique_ptr<World> before_, now_;
    std::unique_ptr<Events> events_;
    client::EffectLedger ledger_;
};

}  // namespace albireo::app
