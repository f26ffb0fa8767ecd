#pragma once
/// The source of a player's controls: a person at the keys, an autopilot, a script in a test. The client calls it once a
/// tick.
#include <vector>

#include "client/predict/frame_maker.hpp"
#include "client/predict/remote_shots.hpp"

namespace albireo::client {

class PlayerController {
  public:
    virtual ~PlayerController() = default;

    /// A game begins, or begins again from a snapshot. The level outlives the game.
    virtual void begin(const Level& level, Slot own) = 0;

    /// The player's controls for the tick predicted.tick.
    virtual Controls steer(const World& predicted) = 0;

    /// Adds the collisions seen in `predicted` to `reports`. Marks untrusted shots that hit as hidden in `remote`.
    virtual void see(const World& predicted, RemoteShots& remote, std::vector<Report>& reports) = 0;
};

}  // namespace albireo::client
