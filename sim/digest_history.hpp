#pragma once
/// The root digests of a replica's last kTicks confirmed ticks, for comparison with another replica. Every kExchangeTicks
/// two replicas exchange the `span_digest` of a tick: one number that covers the kSpan ticks up to it.
/// So a difference between two exchanges is not missed.
#include <vector>

#include "sim/digest.hpp"

namespace albireo {

class DigestHistory {
  public:
    /// Of a tick. Its column digests are not stored, because they would take 600 KB: a question about them goes to its world.
    struct Entry {
        std::uint64_t root = 0;
    };
    static constexpr std::uint32_t kTicks = 4096;
    static constexpr std::uint32_t kExchangeTicks = 30;          // between digests sent: 28 B/s
    static constexpr std::uint32_t kSpan = 16 * kExchangeTicks;  // 16 exchanges in a row may be lost

    DigestHistory() : entries_(kTicks) {}

    /// Adds the digest of `world` for tick world.tick. After the first add() that follows a restart() (or the
    /// construction), each tick must be one more than the previous one.
    void add(const World& world);

    /// Drops everything. The next add() begins a new run from a world at tick `since`; spans do not reach back past it.
    void restart(Tick since) {
        count_ = 0;
        since_ = since;
    }

    /// The digest of a tick; null if it is not stored.
    const Entry* find(Tick tick) const;

    /// The hash of the roots of the ticks in (tick − kSpan, tick] that come after `since`. 0 if there are none, or if
    /// not all of them are stored.
    std::uint64_t span_digest(Tick tick, Tick since) const;
    /// The same, since the latest restart of this replica.
    std::uint64_t span_digest(Tick tick) const { return span_digest(tick, since_); }

    std::uint32_t count() const { return count_ < kTicks ? count_ : kTicks; }
    Tick newest() const { return newest_; }

  private:
    std::vector<Entry> entries_;
    Tick newest_, since_;
    std::uint32_t count_ = 0;  // ticks without a gap up to the newest
};

}  // namespace albireo
