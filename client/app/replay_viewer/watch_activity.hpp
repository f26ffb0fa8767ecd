#pragma once
/// Waits for the first tick of a game on a server that the user wants to watch. Then the replay viewer takes over.
#include <memory>
#include <string>

#include "client/app/replay_viewer/replay_activity.hpp"
#include "replays/live_game.hpp"

namespace albireo::app {

class WatchActivity final : public Activity {
  public:
    /// `name`: the watch code, as people read it. `setup`: for the viewer.
    WatchActivity(std::shared_ptr<replays::LiveGame> live, std::string name, ReplayActivity::Setup setup);

    /// How the search for the game's server failed; the server was then guessed.
    void tell_search(std::vector<SearchWay> ways) { search_ = std::move(ways); }

    void advance(const platform::Input& input, Micros now) override;
    bool look(scene::View&, Micros) override { return false; }
    Notice notice() const override;
    bool is_over() const override { return over_; }
    void leave(Micros now) override;
    std::unique_ptr<Activity> next() override { return std::move(next_); }
    std::string failure() const override;

  private:
    std::shared_ptr<replays::LiveGame> live_;
    std::string name_;
    ReplayActivity::Setup setup_;
    Steering steering_;
    std::unique_ptr<Activity> next_;
    std::vector<SearchWay> search_;
    Micros last_ = -1;
    bool over_ = false;
};

}  // namespace albireo::app
