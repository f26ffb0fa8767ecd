#pragma once
/// Copies of the ticks played since the last picture, from which the next one is drawn. GameRunner fills a reel while it plays, and hands
/// it over to the drawing side in GameRunner::take().
///
/// 1. When a game begins or restarts, the earlier ticks are dropped.
/// 2. Beyond kTicksMax the newest tick replaces the one before it and takes over its effects: no effect is lost.
/// 3. Memory is allocated once for each place in the reel.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "client/net/game_client.hpp"

namespace albireo::app {

/// The worlds before and after a tick, and what the prediction knew of the partner then.
struct PlayedTick {
    std::unique_ptr<World> before = std::make_unique<World>();
    std::unique_ptr<World> now = std::make_unique<World>();
    std::vector<client::EffectLedger::Effect> effects{};
    client::RemoteShots remote{Slot::blue};
    client::PartnerFlight flight{};
};

class TickReel {
  public:
    static constexpr std::size_t kTicksMax = kTicksPerSecond / 3;  // the ticks of a picture that takes a third of a second

    struct Start {
        std::shared_ptr<const Level> level;
        Slot own = Slot::gold;
        std::unique_ptr<World> world;
        bool is_whole_game = true;  // no practice, and no later level of a campaign
    };
    void begin(Start start);
    /// A tick is about to be stepped from this world.
    void note_before(const World& predicted);
    /// It has been stepped. Takes the fresh effects from the game.
    void note_tick(client::GameClient& game);
    void clear();

    /// Of the game that begins with the first tick; null if none does.
    const Start* start() const { return start_.get(); }
    std::span<PlayedTick> ticks() { return std::span(ticks_).first(count_); }
    /// How many ticks were played, including those that were replaced.
    std::uint64_t played() const { return played_; }

  private:
    PlayedTick& next();

    std::unique_ptr<Start> start_;
    std::vector<PlayedTick> ticks_;  // places, of which the first count_ are in use
    std::size_t count_ = 0;
    std::uint64_t played_ = 0;
};

}  // namespace albireo::app
