#pragma once
/// A histogram of delays or durations in microseconds, or of other small numbers. One thread fills it, any thread may read it.
/// 1. Each power of two is divided into four buckets. So a percentile is at most a quarter too high; the
///    maximum is exact.
/// 2. Values above kTooLong are also counted separately and exactly.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>

#include "proto/micros.hpp"

namespace albireo::server {

class Lateness {
  public:
    static constexpr proto::Micros kTooLong = 5 * proto::kMicrosPerMs;

    void note(proto::Micros micros) {
        const auto value = static_cast<std::uint64_t>(std::max<proto::Micros>(micros, 0));
        assert((bucket_of(value) == kBuckets - 1 || value <= end_of(bucket_of(value))) && "a bucket ends at or above its values");
        assert((bucket_of(value) == 0 || value > end_of(bucket_of(value) - 1)) && "buckets do not overlap");
        counts_[bucket_of(value)].fetch_add(1, std::memory_order_relaxed);
        sum_.fetch_add(value, std::memory_order_relaxed);
        if (micros > kTooLong) too_long_.fetch_add(1, std::memory_order_relaxed);
        if (value > max_.load(std::memory_order_relaxed)) max_.store(value, std::memory_order_relaxed);
    }

    /// A copy of one histogram, or the sum of several.
    struct Summary {
        void add(const Lateness& other) {
            for (std::size_t i = 0; i < kBuckets; ++i) {
                counts[i] += other.counts_[i].load(std::memory_order_relaxed);
                count += other.counts_[i].load(std::memory_order_relaxed);
            }
            sum += other.sum_.load(std::memory_order_relaxed);
            too_long += other.too_long_.load(std::memory_order_relaxed);
            max = std::max(max, other.max_.load(std::memory_order_relaxed));
        }
        /// The quantile at `permille` (0 … 1000) in microseconds, rounded up to the end of its bucket and at most
        /// `max`. 0 if there are no values.
        std::uint64_t at_permille(std::uint64_t permille) const {
            assert(permille <= 1000 && "a percentile is a part of the values");
            const std::uint64_t wanted = (count * permille + 999) / 1000;
            std::uint64_t seen = 0;
            for (std::size_t i = 0; i < kBuckets && count != 0; ++i) {
                seen += counts[i];
                if (seen >= wanted) return std::min(max, end_of(i));
            }
            return max;
        }
        /// The number of values of at most 2^bits − 1, which is exact: a bucket ends there. `bits`: 2 … 33.
        std::uint64_t count_below_power(std::size_t bits) const {
            assert(bits >= 2 && 4 * (bits - 1) <= kBuckets && "buckets end at these powers of two");
            std::uint64_t seen = 0;
            for (std::size_t i = 0; i < 4 * (bits - 1); ++i) seen += counts[i];
            return seen;
        }
        std::array<std::uint64_t, 4 * 32> counts{};
        std::uint64_t count = 0, sum = 0, too_long = 0, max = 0;
    };

  private:
    static constexpr std::size_t kBuckets = 4 * 32;

    static std::size_t bucket_of(std::uint64_t value) {
        if (value < 4) return value;
        const auto log = static_cast<std::uint64_t>(std::bit_width(value)) - 1;
        return std::min<std::size_t>(4 * (log - 1) + (value >> (log - 2) & 3), kBuckets - 1);
    }
    /// The greatest value of a bucket.
    static std::uint64_t end_of(std::size_t bucket) {
        return bucket < 4 ? bucket : ((bucket % 4 + 5) << (bucket / 4 - 1)) - 1;
    }

    std::array<std::atomic<std::uint64_t>, kBuckets> counts_{};
    std::atomic<std::uint64_t> sum_{0}, too_long_{0}, max_{0};
};

}  // namespace albireo::server
