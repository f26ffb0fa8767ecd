#pragma once
/// A player who does nothing, for tests that are about something else.
#include "client/net/hands.hpp"

namespace albireo {

class IdleHands final : public client::Hands {
    void begin(const Level&, Slot) override {}
    client::Controls steer(const World&) override { return {}; }
    void see(const World&, client::RemoteShots&, std::vector<Report>&) override {}
};

}  // namespace albireo
