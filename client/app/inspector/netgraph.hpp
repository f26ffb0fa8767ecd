#pragma once
/// The netgraph (F3): network statistics of the game, as curves over the last seconds and as counts.
#include <array>
#include <string>
#include <vector>

#include "client/net/game_client.hpp"
#include "client/ui/tools.hpp"

namespace albireo::app {

class Netgraph {
  public:
    Netgraph();
    /// One frame's numbers. They are recorded whether the netgraph is shown or not, and without an allocation.
    void note(client::GameClient& game, float frame_ms);
    void draw();

    enum Number : std::size_t {
        kFrame,
        kPing,
        kJitter,
        kLoss,
        kLead,
        kRebuilt,
        kCorrections,
        kJump,
        kDigests,
        kSent,
        kReceived,
        kNumbers
    };
    const ui::Curve& curve(Number number) const { return curves_[number]; }
    std::vector<ui::Row> rows() const;

  private:
    std::array<ui::Curve, kNumbers> curves_;
    /// As of the last frame.
    struct Counts {
        std::uint64_t digests = 0, desyncs = 0, resyncs = 0, rejoins = 0, frozen_ticks = 0, unexpected = 0;
        std::uint64_t own_ship = 0, own_shots = 0, enemies_late = 0;
        bool has_game = false;
    } counts_;
    std::string route_ = "direct";
    // The totals so far, so that a frame shows the increase.
    std::uint64_t rebuilt_ = 0, corrections_ = 0, digests_ = 0, ticks_ = 0, jumped_ = 0;
};

}  // namespace albireo::app
