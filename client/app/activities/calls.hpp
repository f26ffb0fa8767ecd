#pragma once
/// The calls that players send each other with one key (proto::Signal), shown for a moment as text near their ships. Owned by an activity.
/// 1. A player has one call at a time: a new one replaces it.
/// 2. "Lightning in 3" counts down. The partner's countdown is late by the time that the message took.
#include <array>
#include <optional>
#include <string>

#include "proto/messages.hpp"
#include "proto/micros.hpp"

namespace albireo::app {

class Calls {
  public:
    static constexpr proto::Micros kShownFor = 2 * proto::kMicrosPerSecond;
    static constexpr proto::Micros kCountdown = 3 * proto::kMicrosPerSecond;
    static constexpr proto::Micros kNowFor = 700 * proto::kMicrosPerMs;  // "lightning!", after the countdown

    void add(Slot slot, proto::SignalKind kind, proto::Micros now) { calls_[index(slot)] = Call{kind, now}; }
    void clear() { calls_ = {}; }
    /// In the player's language; empty: the player has not called lately.
    std::string text(Slot slot, proto::Micros now) const;

  private:
    struct Call {
        proto::SignalKind kind;
        proto::Micros at;
    };
    std::array<std::optional<Call>, kSlotCount> calls_{};
};

}  // namespace albireo::app
