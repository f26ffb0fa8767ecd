#pragma once
/// A player's presence as their partner sees it: a state machine (sim/base/state_machine.hpp), driven by events of the seat
/// and by how long the player has been silent. Silence counts from the player's last frame or, while frames cannot flow, from
/// their last packet. The states are those of proto::Partner.
#include "proto/micros.hpp"
#include "proto/messages.hpp"
#include "sim/base/state_machine.hpp"

namespace albireo::server {

class Presence {
  public:
    static constexpr proto::Micros kSlowAfter = 3 * proto::kMicrosPerSecond;
    static constexpr proto::Micros kAbsentAfter = 10 * proto::kMicrosPerSecond;

    enum class Event : std::uint8_t {
        none,
        joined,     // a new player has taken a seat in a running game, and is not ready yet
        connected,  // the player has connected or returned
        left,       // the player said goodbye
        lagged,     // the player does not keep the pace (attendance.hpp)
    };

    Presence() = default;
    /// Begins in a state that was reached in an earlier process.
    explicit Presence(proto::Partner state) : machine_{.state = static_cast<std::uint8_t>(state)} {}

    proto::Partner state() const { return static_cast<proto::Partner>(machine_.state); }

    /// Handles an event, or Event::none when only time has passed. `silent`: how long the player has been silent.
    /// Returns whether the state changed.
    bool note(Event event, proto::Micros silent);

  private:
    Machine machine_;
};

}  // namespace albireo::server
