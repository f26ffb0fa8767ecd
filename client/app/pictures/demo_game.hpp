#pragma once
/// A game of autopilots in one process and one world: the subject of pictures when there is no replay.
#include <memory>
#include <optional>
#include <span>

#include "client/bot/local_game.hpp"
#include "client/bot/autopilot.hpp"
#include "client/predict/reporter.hpp"

namespace albireo::app {

class DemoGame {
  public:
    struct Setup {
        std::uint32_t seed = 1;
        int skill = 9;
        std::uint8_t players = 3;  // bit n: slot n takes part
        std::uint8_t section = 0;  // practice from this section of the level; 0: the whole level
        std::shared_ptr<const models::LookBook> looks = models::builtin_looks();
    };
    /// The level must outlive the game.
    DemoGame(const Level& level, Setup setup);

    const World& before() const { return game_->before(); }
    const World& now() const { return game_->now(); }
    /// Overrides of the autopilots for stills: buttons that are held or released, the weapon in hand, full bars.
    struct Overrides {
        struct Player {
            std::uint16_t pressed = 0, released = 0;
            std::optional<Weapon> weapon{};
        };
        std::array<Player, kSlotCount> players{};
        bool full_bars = false;
    };
    void step(const Overrides& overrides);
    void step() { step({}); }
    /// The effects of the last step().
    std::span<const client::EffectLedger::Effect> effects() const { return game_->effects(); }

  private:
    class Pilot final : public client::PlayerController {
      public:
        Pilot(const client::Bodies& bodies, Setup setup, const Overrides& overrides)
            : bodies_(bodies), setup_(setup), overrides_(overrides) {}
        void begin(const Level& level, Slot own) override;
        client::Controls steer(const World& predicted) override;
        void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override;

      private:
        const client::Bodies& bodies_;
        Setup setup_;
        const Overrides& overrides_;
        Slot own_ = Slot::gold;
        std::unique_ptr<client::Reporter> reporter_;
        std::unique_ptr<bot::Autopilot> autopilot_;
    };

    models::Catalog catalog_;
    client::Bodies bodies_;
    Overrides overrides_;
    std::array<Pilot, kSlotCount> pilots_;
    std::unique_ptr<bot::LocalGame> game_;
};

}  // namespace albireo::app
