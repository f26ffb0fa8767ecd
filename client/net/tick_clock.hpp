#pragma once
/// When a client's next tick is due: every 1/60 s of its own clock, or of a game that goes slowly, later; stretched by at most 3 %. The stretch compensates
/// the server's report of how early this client's frames arrive relative to the partner's, and wins back time lost at
/// the lead limit.
#include <algorithm>
#include <cstdint>

#include "proto/micros.hpp"

namespace albireo::client {

class TickClock {
  public:
    static constexpr std::int64_t kStretchPermilleMax = 30;
    /// Stretch for each quarter tick of arrival margin, in 1024ths of a permille: 0.25 % per tick, so two clients close a gap
    /// with a time constant of 3 s, which does not oscillate at a round trip of 2 s.
    static constexpr std::int64_t kGainPermille1024 = 640;
    static constexpr int kDeadQuarters = 2;    // up to half a tick apart counts as together
    static constexpr int kLostTicks = 15;      // more overdue than this: the process slept, and the time is lost
    static constexpr int kOwedTicksMax = 120;  // won back in 67 s; time beyond that is given up

    /// `percent`: the game's speed, of real time.
    void start(proto::Micros now, int percent = 100) {
        tick_nanos_ = kNanosPerTick * 100 / percent;
        due_nanos_ = now * 1000;
        owed_nanos_ = 0;
    }
    proto::Micros due() const { return (due_nanos_ + 999) / 1000; }
    /// The time that a tick takes.
    proto::Micros period() const { return tick_nanos_ / 1000; }

    /// The due tick is being stepped now.
    void advance(proto::Micros now) {
        const std::int64_t stretch = stretch_permille();
        if (stretch < 0) owed_nanos_ = std::max<std::int64_t>(owed_nanos_ + tick_nanos_ * stretch / 1000, 0);
        due_nanos_ += tick_nanos_ * (1000 + stretch) / 1000;
        if (now * 1000 - due_nanos_ > kLostTicks * tick_nanos_) due_nanos_ = now * 1000;
    }

    /// The due tick is given up, because it would have to wait for the partner.
    void give_up(proto::Micros now) {
        owe(tick_nanos_);
        advance(now);
    }

    /// The due tick was delayed until now; the following ticks are delayed by the same time.
    void slip_to(proto::Micros now) {
        owe(now * 1000 - due_nanos_);
        due_nanos_ = now * 1000;
    }

    /// How early this client's frames arrive relative to the partner's, and relative to when the server may step them.
    /// A client whose frames wait for real time to pass has a clock that runs too fast.
    void note_arrival_margin(int partner_quarters, int need_quarters) {
        const int beyond = beyond_dead(partner_quarters) + std::max(beyond_dead(need_quarters), 0);
        apart_permille_ = beyond * kGainPermille1024 / 1024;
    }
    std::int64_t stretch_permille() const {
        const std::int64_t hurry = owed_nanos_ > 0 ? kStretchPermilleMax : 0;
        return std::clamp(apart_permille_ - hurry, -kStretchPermilleMax, kStretchPermilleMax);
    }

  private:
    void owe(std::int64_t nanos) {
        owed_nanos_ = std::clamp<std::int64_t>(owed_nanos_ + nanos, 0, kOwedTicksMax * tick_nanos_);
    }
    static int beyond_dead(int quarters) {
        return quarters > kDeadQuarters    ? quarters - kDeadQuarters
               : quarters < -kDeadQuarters ? quarters + kDeadQuarters
                                           : 0;
    }
    static constexpr std::int64_t kNanosPerTick = 16'666'667;
    std::int64_t tick_nanos_ = kNanosPerTick;
    std::int64_t due_nanos_ = 0;
    std::int64_t apart_permille_ = 0;  // stretch required by the distance from the partner
    std::int64_t owed_nanos_ = 0;      // lost while held, and not won back yet
};

}  // namespace albireo::client
