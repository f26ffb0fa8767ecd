#pragma once
/// How far a client is with its game: a machine of the one facility (sim/base/state_machine.hpp), fed with what
/// happens. What leads nowhere from where it is changes nothing: an end is final, whatever comes in afterwards.
#include "sim/base/state_machine.hpp"

namespace albireo::client {

class ClientStage {
  public:
    enum class State : std::uint8_t {
        connecting,  // no answer yet
        entering,    // said hello; waits for a seat
        loading,     // waits for the level's bytes
        waiting,     // seated; waits for the partner
        playing,
        returning,   // was cut off, or waits for a snapshot
        ended,       // the game is over
        failed,
    };
    enum class Event : std::uint8_t {
        greeted,  // the server has answered
        lacks,    // it gave a seat in a level that is not at hand
        seated,   // … or that is, now
        began,    // there is a world to play on in
        cut_off,
        over,
        failed,
    };

    State state() const { return static_cast<State>(machine_.state); }

    /// Something happened. Whether the state is another now.
    bool note(Event event);

  private:
    Machine machine_;
};

}  // namespace albireo::client
