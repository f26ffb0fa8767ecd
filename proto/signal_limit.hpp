#pragma once
/// How often a player may send a Signal. The client checks it before it sends; the server checks its own, and drops the
/// excess.
/// 1. After a pause, kBurst signals may be sent back to back; after that, one every kEvery.
#include <algorithm>

#include "proto/micros.hpp"

namespace albireo::proto {

class SignalLimit {
  public:
    static constexpr int kBurst = 3;
    static constexpr Micros kEvery = 1'500 * kMicrosPerMs;

    /// `slack`: how much earlier signals may come, because the network has held some of them up.
    explicit SignalLimit(Micros slack = 0) : slack_(slack) {}

    /// Whether a signal may be sent now. If so, it counts.
    bool take(Micros now) {
        if (now < free_at_ - (kBurst - 1) * kEvery - slack_) return false;
        free_at_ = std::max(free_at_, now) + kEvery;
        return true;
    }

  private:
    Micros slack_;
    Micros free_at_ = 0;  // when nothing sent so far counts any more
};

}  // namespace albireo::proto
