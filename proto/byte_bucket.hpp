#pragma once
/// A token bucket, in bytes on the wire. Every connection has one for its outgoing packets; the packets of a running
/// game together stay within it.
/// 1. In any second at most kBucketRate + kBucketDepth bytes go out, which is below 8 000.
/// 2. A packet larger than the bucket waits until the full bucket has overflowed by the bytes that exceed its depth. Sending
///    it leaves the level negative, so 1 holds for it too.
#include <algorithm>
#include <cstdint>

#include "proto/micros.hpp"

namespace albireo::proto {

inline constexpr std::int64_t kBucketRate = 7'590;  // bytes per second
inline constexpr std::int64_t kBucketDepth = 400;
static_assert(kBucketRate + kBucketDepth < 8'000);

class ByteBucket {
  public:
    explicit ByteBucket(std::int64_t rate = kBucketRate, std::int64_t depth = kBucketDepth)
        : rate_(rate), depth_(depth), level_(depth * kMicrosPerSecond) {}

    void set_rate(std::int64_t rate, Micros now) {
        fill(now);
        rate_ = rate;
    }
    /// Whether a packet of `bytes` may be sent now.
    bool holds(std::int64_t bytes, Micros now) {
        fill(now);
        return level_ + spilled_ >= bytes * kMicrosPerSecond;
    }
    /// Records that `bytes` were sent.
    void take(std::int64_t bytes, Micros now) {
        fill(now);
        level_ -= bytes * kMicrosPerSecond;
        spilled_ = 0;
    }
    /// The current level in whole bytes. Negative after a packet larger than the bucket.
    std::int64_t level(Micros now) {
        fill(now);
        return level_ / kMicrosPerSecond;
    }
    /// The first time at which holds() is true for `bytes`, if nothing is taken until then.
    Micros when_holds(std::int64_t bytes, Micros now) {
        fill(now);
        const std::int64_t missing = bytes * kMicrosPerSecond - level_ - spilled_;
        return missing <= 0 ? now : now + (missing + rate_ - 1) / rate_;
    }

  private:
    void fill(Micros now) {
        if (filled_at_ < 0) filled_at_ = now;
        const Micros since = std::clamp<Micros>(now - filled_at_, 0, 10 * kMicrosPerSecond);
        level_ += since * rate_;
        const std::int64_t over = std::max<std::int64_t>(level_ - depth_ * kMicrosPerSecond, 0);
        level_ -= over;
        spilled_ += over;
        filled_at_ = std::max(filled_at_, now);
    }
    std::int64_t rate_, depth_;
    std::int64_t level_;        // byte-microseconds, so that nothing is lost to rounding
    std::int64_t spilled_ = 0;  // overflow since the last take(); above 0 only while the bucket is full
    Micros filled_at_ = -1;
};

}  // namespace albireo::proto
