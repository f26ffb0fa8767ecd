#pragma once
/// A token bucket in integers: `burst` tokens at once, refilled at `per_minute`.
/// 1. In any minute at most burst + per_minute tokens are taken.
/// 2. A default-constructed bucket is full, so a ledger may drop a full one and forget its key.
#include <algorithm>
#include <cassert>
#include <cstdint>

#include "proto/micros.hpp"

namespace albireo::server {

using proto::Micros;

struct Rate {
    std::int64_t burst = 0, per_minute = 0;  // tokens; burst at most 10⁸, per_minute at most 10⁹
};

class Bucket {
  public:
    /// Whether so many tokens are in the bucket now.
    bool holds(const Rate& rate, std::int64_t tokens, Micros now) {
        refill(rate, now);
        return missing_ + tokens * kMinute <= rate.burst * kMinute;
    }
    /// Takes the tokens. May be called without holds(); the bucket is then in debt, by its burst at most.
    void take(const Rate& rate, std::int64_t tokens, Micros now) {
        refill(rate, now);
        assert(tokens >= 0 && "tokens are taken, never given");
        missing_ = std::min(missing_ + tokens * kMinute, 2 * std::max(rate.burst, tokens) * kMinute);
        assert(missing_ >= 0 && "the products fit 64 bits");
    }
    bool is_full(const Rate& rate, Micros now) {
        refill(rate, now);
        return missing_ == 0;
    }

  private:
    static constexpr Micros kMinute = 60 * proto::kMicrosPerSecond;
    // In tokens times kMinute, so that a microsecond refills exactly per_minute.
    void refill(const Rate& rate, Micros now) {
        const Micros since = std::clamp<Micros>(now - at_, 0, 100 * proto::kMicrosPerSecond);
        missing_ = std::max<std::int64_t>(missing_ - since * rate.per_minute, 0);
        at_ = std::max(at_, now);
        assert(missing_ >= 0 && "a bucket is never fuller than full");
    }
    std::int64_t missing_ = 0;
    Micros at_ = 0;
};

}  // namespace albireo::server
