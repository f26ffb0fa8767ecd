#pragma once
/// Limits how fast a session may step: real time plus a small burst, so that a fast clock gains nothing. The burst is
/// longer than the longest lead, so that a session can catch up at once after a stall.
#include <algorithm>
#include <cassert>

#include "proto/micros.hpp"
#include "sim/base/limits.hpp"

namespace albireo::server {

class Pace {
  public:
    static constexpr std::int64_t kBurstTicks = kLeadTicksMax + 30;

    /// The first tick may be taken from `now` on.
    void start(proto::Micros now) {
        last_ = now;
        credit_ = 2 * proto::kMicrosPerSecond;  // two ticks
    }

    /// Takes one tick if real time has earned it.
    bool take(proto::Micros now) {
        earn(now);
        if (credit_ < proto::kMicrosPerSecond) return false;
        credit_ -= proto::kMicrosPerSecond;
        return true;
    }

    /// Real time that the game has lost permanently since the last call: time earned while the burst was full.
    proto::Micros take_lost(proto::Micros now) {
        earn(now);
        const proto::Micros lost = spilled_ / kTicksPerSecond;
        spilled_ -= lost * kTicksPerSecond;
        assert(spilled_ >= 0 && spilled_ < kTicksPerSecond && "less than a microsecond is left to lose");
        return lost;
    }

    /// When real time will have earned the next tick.
    proto::Micros next(proto::Micros now) {
        earn(now);
        const proto::Micros missing = proto::kMicrosPerSecond - credit_;
        return missing <= 0 ? now : now + (missing + kTicksPerSecond - 1) / kTicksPerSecond;
    }

  private:
    // Credit is in millionths of a tick, so a microsecond earns exactly kTicksPerSecond.
    void earn(proto::Micros now) {
        credit_ += std::max<proto::Micros>(now - last_, 0) * kTicksPerSecond;
        const std::int64_t over = std::max<std::int64_t>(credit_ - kBurstTicks * proto::kMicrosPerSecond, 0);
        credit_ -= over;
        spilled_ += over;
        last_ = std::max(last_, now);
        assert(credit_ >= 0 && "credit is never negative");
        assert(credit_ <= kBurstTicks * proto::kMicrosPerSecond && "a burst is at most kBurstTicks");
    }
    proto::Micros last_ = 0;
    std::int64_t credit_ = 0;
    std::int64_t spilled_ = 0;  // earned while the burst was full
};

}  // namespace albireo::server
