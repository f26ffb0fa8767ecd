#pragma once
/// The players of a storm: autopilots whose skill the seed chooses, and who may ask for pauses.
#include "client/bot/bot_hands.hpp"
#include "tests/storm/virtual_game.hpp"

namespace albireo::storm {

/// What autopilots need of every level, made once for a whole test.
inline bot::BodyStore& bodies() {
    static bot::BodyStore store;
    return store;
}

/// A bot that presses pause now and then, too.
class PausingHands final : public client::Hands {
  public:
    PausingHands(bot::BodyStore& bodies, bot::BotHands::Options options, std::uint32_t pause_every)
        : hands_(bodies, options), pause_every_(pause_every) {}

    void begin(const Level& level, Slot own) override { hands_.begin(level, own); }
    client::Controls steer(const World& predicted) override {
        client::Controls controls = hands_.steer(predicted);
        if (predicted.tick.value % pause_every_ == pause_every_ - 1 && controls.command == Command::none) {
            controls.command = Command::pause;
            controls.command_delay = kLeadTicksMax;
        }
        return controls;
    }
    void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override {
        hands_.see(predicted, remote, reports);
    }

  private:
    bot::BotHands hands_;
    std::uint32_t pause_every_;
};

/// Each player asks for a pause every `pause_every` ticks, if that is not 0; not both at once, so that each meets the
/// other's pause on its way.
inline auto bot_hands(bot::BodyStore& bodies, std::uint32_t seed, std::uint32_t pause_every = 0) {
    return [&bodies, seed, pause_every](Slot slot, std::uint32_t own_seed) -> std::unique_ptr<client::Hands> {
        const int skill = static_cast<int>((seed * 7 + index(slot) * 3) % 10);
        const bot::BotHands::Options options{.skill = skill, .seed = own_seed};
        if (pause_every == 0) return std::make_unique<bot::BotHands>(bodies, options);
        return std::make_unique<PausingHands>(bodies, options, pause_every + (slot == Slot::blue ? 7 : 0));
    };
}

}  // namespace albireo::storm
