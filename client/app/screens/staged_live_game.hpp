#pragma once
/// A game that is watched over a link in memory: for pictures and tests of what a spectator sees. The code that made the link's network
/// owns it, and plays the game.
#include <memory>
#include <string>
#include <utility>

#include "replays/live_game.hpp"

namespace albireo::app {

class StagedLiveGame final : public replays::LiveGame {
  public:
    StagedLiveGame(replays::Spectator::Options options, std::unique_ptr<proto::Link> link) : watcher_(std::move(link), std::move(options)) {}
    void advance(replays::Micros now) override {
        watcher_.advance(now);
        if (watcher_.state() == replays::Spectator::State::failed) failure_ = watcher_.failure();
    }
    const replays::Spectator* spectator() const override { return &watcher_; }
    const std::string& failure() const override { return failure_; }
    void leave(replays::Micros) override { watcher_.leave(); }

  private:
    replays::Spectator watcher_;
    std::string failure_;
};

}  // namespace albireo::app
