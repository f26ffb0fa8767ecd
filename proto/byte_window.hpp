#pragma once
/// The bytes that were sent in the last second: for a sender that may use a second's bytes at once (byte_bucket.hpp spreads them).
#include <algorithm>
#include <cstdint>
#include <deque>

#include "proto/micros.hpp"

namespace albireo::proto {

class ByteWindow {
  public:
    void add(std::int64_t bytes, Micros now) { sent_.push_back({now, bytes}); }

    /// The first time at which the last second has room for `bytes` more below `most`; `now` if it has.
    Micros when_holds(std::int64_t bytes, std::int64_t most, Micros now) {
        drop_older(now);
        std::int64_t total = bytes;
        for (const Sent& each : sent_) total += each.bytes;
        Micros when = now;
        for (const Sent& each : sent_) {
            if (total <= most) break;
            total -= each.bytes;
            when = each.at + kMicrosPerSecond;
        }
        return when;
    }

    /// By how many bytes the last second is ahead of a steady `rate` (bytes per second).
    std::int64_t ahead_of(std::int64_t rate, Micros now) const {
        std::int64_t most = 0, since = 0;
        for (auto each = sent_.rbegin(); each != sent_.rend() && now - each->at < kMicrosPerSecond; ++each) {
            since += each->bytes;
            most = std::max(most, since - rate * (now - each->at) / kMicrosPerSecond);
        }
        return most;
    }

  private:
    struct Sent {
        Micros at;
        std::int64_t bytes;
    };
    void drop_older(Micros now) {
        while (!sent_.empty() && now - sent_.front().at >= kMicrosPerSecond) sent_.pop_front();
    }
    std::deque<Sent> sent_;  // the oldest first
};

}  // namespace albireo::proto
