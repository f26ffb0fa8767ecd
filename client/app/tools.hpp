#pragma once
/// Seeing inside: the netgraph (F3) and the inspector (F4) of whatever goes on in the window.
#include <array>
#include <map>
#include <vector>

#include "client/app/round.hpp"
#include "client/ui/tools.hpp"

namespace albireo::app {

class Tools {
  public:
    Tools();
    /// Once a frame, between the overlay's begin() and end().
    void draw(const platform::Input& input, Round& round, float frame_ms);

  private:
    void draw_net(client::GameClient& game, float frame_ms);
    void draw_pools(const World& world);

    enum Number : std::size_t { kFrame, kPing, kJitter, kLoss, kLead, kRebuilds, kSent, kReceived, kNumbers };
    std::array<ui::Curve, kNumbers> curves_;
    std::vector<ui::Row> rows_;
    std::map<std::string, std::size_t> peaks_;
    std::uint64_t rebuilds_ = 0;
    bool net_ = false, inside_ = false;
};

}  // namespace albireo::app
