#pragma once
/// The interface to a running game that is being watched: on a server (UdpSpectator), or in a test.
#include "replays/spectator.hpp"

namespace albireo::replays {

class LiveGame {
  public:
    virtual ~LiveGame() = default;
    /// Does everything that is due.
    virtual void advance(Micros now) = 0;
    /// Null before there is a connection. Once its recording has begun, the pointer stays valid.
    virtual const Spectator* spectator() const = 0;
    /// Why there is no game to watch, or why it ended too early, as one line; empty: there is no failure.
    virtual const std::string& failure() const = 0;
    /// Stops watching: says goodbye.
    virtual void leave(Micros now) = 0;
};

}  // namespace albireo::replays
