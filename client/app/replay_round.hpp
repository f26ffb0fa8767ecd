#pragma once
/// The theatre: a replay in the window. Space pauses, the period and comma step, + and − change the speed, the arrows,
/// page keys and the timeline jump, Home and End go to the ends.
#include <memory>
#include <vector>

#include "client/app/round.hpp"
#include "replays/player.hpp"

namespace albireo::app {

class ReplayRound final : public Round {
  public:
    static constexpr int kSlowest = -3, kFastest = 5;  // speed is 2 to this: 1/8 … 32

    /// The picture must outlive the round.
    ReplayRound(std::unique_ptr<replays::Replay> replay, Picture* picture, scene::StageOptions options);

    void advance(const platform::Input& input, Micros now) override;
    bool look(scene::View& view, Micros now) override;
    Notice notice() const override;
    bool is_over() const override { return false; }
    const World* world() const override { return &player_.world(); }
    bool timeline(Timeline& line) const override;
    void seek_share(float share) override;

    Tick tick() const { return player_.tick(); }
    bool is_paused() const { return paused_; }
    int speed_power() const { return speed_; }
    void seek(std::int64_t tick);

  private:
    bool step();
    void step_back();

    std::unique_ptr<replays::Replay> replay_;
    replays::Player player_;
    std::unique_ptr<scene::Stage> stage_;  // none without a picture
    std::unique_ptr<World> before_;
    client::EffectLedger ledger_;
    bool paused_ = false;
    int speed_ = 0;
    Micros last_ = -1;
    double due_ = 0;  // ticks, parts of one
    std::vector<Timeline::Mark> marks_;
    Tick marked_to_;
};

}  // namespace albireo::app
