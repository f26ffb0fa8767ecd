#pragma once
/// Where the partner's ship is drawn. The predicted ship jumps when the partner's frames arrive, because the guess was
/// wrong. The drawn ship flies after it.
///
/// 1. From one tick to the next the drawn ship moves by at most kDrawnStepMax, unless it has just come into the field.
/// 2. It flies as the partner's ship flew in the last known tick, and closes a third of the remaining distance each
///    tick as far as (1) permits. So it follows steady flight without a lag, and frames that arrive in bunches move it
///    evenly. A distance of d units takes at most d / 0.095 ticks and about three more, even if the predicted ship
///    flies away at full speed.
/// 3. Integers only. It reads a world and changes none.
#include "sim/game/tuning.hpp"
#include "sim/world.hpp"

namespace albireo::client {

/// 1.5 times the ship's top speed.
inline constexpr Fixed kDrawnStepMax = kShipSpeed * 3 / 2;

class PartnerFlight {
  public:
    /// A different world begins.
    void begin(const Ship& ship);

    /// The next tick's predicted ship, and the motion of the partner's ship in the last tick whose frame is known.
    void tick(const Ship& ship, Vec2 known_motion);

    /// Whether there is a ship to draw.
    bool is_seen() const { return seen_; }
    /// Its place a tick ago and now. Equal if it has just come into the field.
    Vec2 before() const { return before_; }
    Vec2 now() const { return now_; }

  private:
    bool continues(const Ship& ship) const;
    void note(const Ship& ship);

    Vec2 before_, now_;
    std::uint32_t deaths_ = 0;
    bool seen_ = false;
    bool entering_ = false;
};

}  // namespace albireo::client
