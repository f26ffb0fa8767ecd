#pragma once
/// What a seat's player is to his partner: a machine of the one facility (sim/base/state_machine.hpp), fed with what
/// happens to the seat and with how long nothing has come from it. Its states are those that partners are told.
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
        taken,  // a new player has the seat of a running game, and is not ready for its world yet
        came,   // he is there, or there again
        left,   // he said goodbye
    };

    proto::Partner state() const { return static_cast<proto::Partner>(machine_.state); }

    /// Something happened, or time has gone by with nothing from him for `silent`. Whether the state is another now.
    bool note(Event event, proto::Micros silent);

  private:
    Machine machine_;
};

}  // namespace albireo::server
