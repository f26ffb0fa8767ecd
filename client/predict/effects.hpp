#pragma once
/// Makes every effect fire once, although ticks are stepped again when a guess was wrong.
///
/// 1. An event is named by (tick, kind, slot, cause). One that has been let through is never let through again.
/// 2. A tick stepped again may bring events that are new: they are let through, late (a death learned late explodes now).
/// 3. Only the last kWindow ticks are remembered; older events are dropped, since nothing that old can be new.
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

    /// Passes on what is new. `late` is by how many ticks the event lies before `now`.
    struct Effect {
        Event event;
        std::int32_t late_ticks = 0;
    };
    void take(const Events& events, Tick now);

    /// What was let through since the last call of clear(), in order.
    const std::vector<Effect>& fresh() const { return fresh_; }
    void clear() { fresh_.clear(); }

    /// Forgets everything: another world begins (a snapshot was loaded).
    void reset();

    std::uint64_t repeated() const { return repeated_; }

  private:
    struct TickNames {
        Tick tick{UINT32_MAX};
        std::vector<std::uint64_t> names;  // hashes; one in 2^64 false matches is one spark too few
    };
    std::array<TickNames, kWindow> ticks_;
    std::vector<Effect> fresh_;
    std::uint64_t repeated_ = 0;
};

}  // namespace albireo::client
