#pragma once
/// A running game that somebody watches, as the program around it sees it: on a server (UdpSpectator), or in a test.
#include "replays/spectator.hpp"

namespace albireo::replays {

class LiveGame {
  public:
    virtual ~LiveGame() = default;
    /// Does everything that is due.
    virtual void advance(Micros now) = 0;
    /// Null before there is a connection. Once its recording has begun, it stays.
    virtual const Spectator* spectator() const = 0;
    /// Why there is none, or why it ended too early, as one line; empty: all is well.
    virtual const std::string& failure() const = 0;
    /// Says goodbye, when nobody watches any more.
    virtual void leave(Micros now) = 0;
};

}  // namespace albireo::replays
