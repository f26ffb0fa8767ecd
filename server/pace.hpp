#pragma once
/// Limits how fast a session may step: the game's part of real time plus a small burst, so that a fast clock gains nothing. The burst is
/// longer than the longest lead, so that a session can catch up at once after a stall.
#include <algorithm>
#include <cassert>

#include "proto/micros.hpp"
#include "sim/base/limits.hpp"

namespace albireo::server {

class Pace {
  public:
    static constexpr std::int64_t kBurstTicks = kLeadTicksMax + 30;

    /// The first tick may be taken from `now` on. `percent`: the game's speed, of real time.
    void start(proto::Micros now, int percent = 100) {
        assert(percent > 0 && percent <= 100 && "a game goes at most as fast as real time");
        last_ = now;
        earned_ = kTicksPerSecond * percent;
        credit_ = 2 * kTick;
    }

    /// Takes one tick if real time has earned it.
    bool take(proto::Micros now) {
        earn(now);
        if (credit_ < kTick) return false;
        credit_ -= kTick;
        return true;
    }

    /// Real time that the game has lost permanently since the last call: time earned while the burst was full.
    proto::Micros take_lost(proto::Micros now) {
        earn(now);
        const proto::Micros lost = spilled_ / earned_;
        spilled_ -= lost * earned_;
        assert(spilled_ >= 0 && spilled_ < earned_ && "less than a microsecond is left to lose");
        return lost;
    }

    /// When real time will have earned the next tick.
    proto::Micros next(proto::Micros now) {
        earn(now);
        const proto::Micros missing = kTick - credit_;
        return missing <= 0 ? now : now + (missing + earned_ - 1) / earned_;
    }

  private:
    // Credit is in parts of a tick such that a microsecond earns a whole number of them, at every speed.
    static constexpr std::int64_t kTick = 100 * proto::kMicrosPerSecond;
    void earn(proto::Micros now) {
        credit_ += std::max<proto::Micros>(now - last_, 0) * earned_;
        const std::int64_t over = std::max<std::int64_t>(credit_ - kBurstTicks * kTick, 0);
        credit_ -= over;
        spilled_ += over;
        last_ = std::max(last_, now);
        assert(credit_ >= 0 && "credit is never negative");
        assert(credit_ <= kBurstTicks * kTick && "a burst is at most kBurstTicks");
    }
    proto::Micros last_ = 0;
    std::int64_t earned_ = kTicksPerSecond * 100;  // in a microsecond
    std::int64_t credit_ = 0;
    std::int64_t spilled_ = 0;  // earned while the burst was full
};

}  // namespace albireo::server
