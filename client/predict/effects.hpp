#pragma once
/// Passes on every effect exactly once, even when ticks are stepped again because a guess was wrong.
///
/// 1. An event is identified by (tick, kind, slot, cause). An event that has been passed on is never passed on again.
/// 2. A tick that is stepped again may produce new events. They are passed on late: if the client learns of a death late,
///    its explosion is shown then.
/// 3. Only the last kWindow ticks are remembered. Older events are dropped, since no event that old can be new.
#include <array>
#include <cstdint>
#include <vector>

#include "sim/base/limits.hpp"
#include "sim/event.hpp"

namespace albireo::client {

class EffectLedger {
  public:
    static constexpr std::uint32_t kWindow = 2 * kLeadTicksMax + 16;  // ticks

    EffectLedger();

    /// `late_ticks` is the number of ticks between the event and `now`.
    struct Effect {
        Event event;
        std::int32_t late_ticks = 0;
    };
    void take(const Events& events, Tick now);

    /// The effects passed on since the last call of clear(), in order.
    const std::vector<Effect>& fresh() const { return fresh_; }
    void clear() { fresh_.clear(); }

    /// Forgets everything, because a different game begins.
    void reset();
    /// The same game continues from a snapshot of tick `from`: only events of the ticks after it can come again.
    void restart(Tick from);

    /// How many events were suppressed because they had been passed on before.
    std::uint64_t repeated() const { return repeated_; }

  private:
    static constexpr Tick kNoTick{UINT32_MAX};
    struct TickNames {
        Tick tick = kNoTick;
        std::vector<std::uint64_t> names;  // hashes; a false match (one in 2^64) loses one effect
    };
    std::array<TickNames, kWindow> ticks_;
    std::vector<Effect> fresh_;
    std::uint64_t repeated_ = 0;
};

}  // namespace albireo::client
