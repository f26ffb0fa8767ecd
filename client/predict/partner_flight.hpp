#pragma once
/// Where the partner's ship is drawn. When the partner's frames arrive and show that the guess was wrong, the predicted ship
/// jumps. The drawn ship follows it without jumping.
///
/// 1. From one tick to the next the drawn ship moves by at most kDrawnStepMax, unless it has just entered the field.
/// 2. It flies as the partner's ship flew in the last known tick, and closes a part of the remaining distance each tick
///    as far as (1) permits: a half after a turn, a twelfth in steady flight. So it follows steady flight without a
///    lag, and frames that arrive in bunches move it evenly. After a turn, a distance of d units takes at most
///    d / 0.095 ticks and about three more, even if the predicted ship flies away at full speed.
/// 3. Integers only. It reads a world and changes none.
#include "sim/game/tuning.hpp"
#include "sim/world.hpp"

namespace albireo::client {

/// 1.5 times the ship's top speed.
inline constexpr Fixed kDrawnStepMax = kShipSpeed * 3 / 2;

/// 200 ms after a change of the partner's steering is known, their ship should be drawn where it is predicted.
inline constexpr std::uint32_t kNewsTicks = 12;

class PartnerFlight {
  public:
    /// A different world begins.
    void begin(const Ship& ship);

    /// The known facts about the partner's steering: the motion of their ship in the last known tick, and the number of
    /// ticks since a change of steering became known.
    struct Known {
        Vec2 motion;
        std::uint32_t steered_for = 0;
    };
    /// `ship`: the predicted ship of the next tick.
    void tick(const Ship& ship, const Known& known);

    /// Whether there is a ship to draw.
    bool is_seen() const { return seen_; }
    /// Its position a tick ago and now; equal if it has just entered the field.
    Vec2 before() const { return before_; }
    Vec2 now() const { return now_; }

  private:
    bool continues(const Ship& ship) const;
    void note(const Ship& ship);
    Vec2 flown(Vec2 target, const Known& known) const;

    Vec2 before_, now_;
    std::uint32_t deaths_ = 0;
    bool seen_ = false;
    bool entering_ = false;
};

}  // namespace albireo::client
