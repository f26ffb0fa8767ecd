#pragma once
/// The stage of a client in its game: a state machine (sim/base/state_machine.hpp), driven by events. An event without
/// a transition from the current state changes nothing: an end is final, whatever arrives afterwards.
#include "sim/base/state_machine.hpp"

namespace albireo::client {

class ClientStage {
  public:
    enum class State : std::uint8_t {
        connecting,  // no answer yet
        entering,    // has greeted the server; waits for a seat
        loading,     // waits for the level's bytes
        waiting,     // seated; waits for the partner
        playing,
        returning,   // the connection was lost, or it waits for a snapshot
        ended,       // the game is over
        failed,
    };
    enum class Event : std::uint8_t {
        greeted,        // the server has answered
        level_missing,  // the server assigned a seat, but this program does not have the level
        seated,         // the server assigned a seat; this program has the level
        began,          // there is a world to play in
        cut_off,
        over,
        failed,
    };

    State state() const { return static_cast<State>(machine_.state); }

    /// Notes an event. Returns whether the state changed.
    bool note(Event event);

  private:
    Machine machine_;
};

}  // namespace albireo::client
