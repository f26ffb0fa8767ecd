#pragma once
/// The netgraph (F3): how the game over the network goes, as curves over the last seconds and as counts.
#include <array>
#include <vector>

#include "client/net/game_client.hpp"
#include "client/ui/tools.hpp"

namespace albireo::app {

class Netgraph {
  public:
    Netgraph();
    /// One frame's numbers; they are taken whether it is shown or not.
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
    const std::vector<ui::Row>& rows() const { return rows_; }

  private:
    std::array<ui::Curve, kNumbers> curves_;
    std::vector<ui::Row> rows_;
    // What was so far, so that a frame shows what is new.
    std::uint64_t rebuilt_ = 0, corrections_ = 0, digests_ = 0, ticks_ = 0, jumped_ = 0;
};

}  // namespace albireo::app
