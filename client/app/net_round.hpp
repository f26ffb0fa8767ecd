#pragma once
/// A game at a table, as its first person sees it: worlds before and now for the picture between them, effects once,
/// the partner's corrections faded, and everything a player must be told.
#include <array>

#include "client/app/round.hpp"
#include "client/app/table.hpp"
#include "client/predict/smoothing.hpp"

namespace albireo::app {

class NetRound final : public Round {
  public:
    /// The picture must outlive the round.
    NetRound(std::unique_ptr<Table> table, Picture& picture, const Bindings& bindings, scene::StageOptions options);

    void advance(const platform::Input& input, Micros now) override;
    bool look(scene::View& view, Micros now) override;
    Notice notice() const override;
    bool is_over() const override { return over_; }
    void leave(Micros now) override;
    const World* world() const override { return stage_ ? now_.get() : nullptr; }
    client::GameClient* game() override { return &table_->game(); }

    std::uint64_t ticks() const { return ticks_; }

  private:
    static constexpr Micros kTellFor = 3 * proto::kMicrosPerSecond;

    void begin(const Level& level, Slot own);
    void before_tick(const World& predicted);
    void after_tick();
    void note_jumps();
    void tell(std::string line, Micros now);
    void watch_partner(Micros now);

    std::unique_ptr<Table> table_;
    Picture& picture_;
    Bindings bindings_;
    scene::StageOptions options_;
    std::unique_ptr<scene::Stage> stage_;
    std::unique_ptr<World> before_, now_;
    client::PartnerGlide glide_;
    std::uint64_t rebuilds_seen_ = 0;
    std::array<float, 2> jumped_{};  // not yet in the glide
    std::uint64_t ticks_ = 0;
    std::uint64_t resyncs_seen_ = 0;
    proto::Partner partner_ = proto::Partner::expected;
    std::string told_;
    Micros told_until_ = 0;
    Micros seen_at_ = 0;
    bool over_ = false;
};

}  // namespace albireo::app
