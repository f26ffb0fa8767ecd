#pragma once
/// A player that does nothing, for tests in which the player does not matter.
#include "client/net/player_controller.hpp"

namespace albireo {

class IdleController final : public client::PlayerController {
    void begin(const Level&, Slot) override {}
    client::Controls steer(const World&) override { return {}; }
    void see(const World&, client::RemoteShots&, std::vector<Report>&) override {}
};

}  // namespace albireo
