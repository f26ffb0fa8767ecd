#pragma once
/// A game in one process and one world, without a server: in every tick both players' controllers see the same world and
/// return their controls. It begins from a fresh world, or from any other.
#include <array>
#include <memory>
#include <span>

#include "client/net/player_controller.hpp"
#include "client/predict/effects.hpp"
#include "client/predict/frame_maker.hpp"
#include "sim/step.hpp"

namespace albireo::bot {

class LocalGame {
  public:
    /// The controller of each slot; null: the slot is absent.
    using Players = std::array<client::PlayerController*, kSlotCount>;

    /// Level and controllers must outlive the game.
    LocalGame(const Level& level, const World& start, Players players);

    void step();

    const World& before() const { return *before_; }
    const World& now() const { return *now_; }
    /// The frames, events and effects of the last step().
    const FramePair& frames() const { return frames_; }
    const Events& events() const { return *events_; }
    std::span<const client::EffectLedger::Effect> effects() const { return ledger_.fresh(); }
    /// The current world, for code that arranges scenes.
    World& world() { return *now_; }

  private:
    struct Seat {
        client::PlayerController* controller = nullptr;
        client::RemoteShots remote;
        client::FrameMaker maker;
    };
    const Level& level_;
    std::array<Seat, kSlotCount> seats_;
    std::unique_ptr<World> before_, now_;
    std::unique_ptr<Events> events_;
    std::vector<Report> reports_;
    FramePair frames_{};
    client::EffectLedger ledger_;
};

}  // namespace albireo::bot
