#include "client/predict/effects.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::client {
namespace {

std::uint64_t name_of(const Event& event) {
    // splitmix64 over the two words of the name.
    const std::uint64_t what = (std::uint64_t{static_cast<std::uint8_t>(event.kind)} << 8) | index(event.slot);
    std::uint64_t x = event.cause * 0x9e3779b97f4a7c15u + what;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace

EffectLedger::EffectLedger() { fresh_.reserve(Events::kMax); }

void EffectLedger::take(const Events& events, Tick now) {
    for (const Event& event : events.all()) {
        const std::int32_t late = now - event.tick;
        assert(late >= 0 && "an effect is never from the future");
        if (late >= static_cast<std::int32_t>(kWindow)) continue;
        TickNames& names = ticks_[event.tick.value % kWindow];
        if (names.tick != event.tick) {
            assert((names.tick == kNoTick || names.tick < event.tick) && "a tick within the window is never forgotten");
            names.tick = event.tick;
            names.names.clear();
        }
        const std::uint64_t name = name_of(event);
        if (std::find(names.names.begin(), names.names.end(), name) != names.names.end()) {
            ++repeated_;
            continue;
        }
        names.names.push_back(name);
        fresh_.push_back({event, late});
    }
}

void EffectLedger::restart(Tick from) {
    for (TickNames& names : ticks_) {
        const bool may_come = names.tick != kNoTick && from <= names.tick && names.tick - from < static_cast<std::int32_t>(kWindow);
        if (!may_come) names = {};
    }
    fresh_.clear();
}

void EffectLedger::reset() {
    for (TickNames& names : ticks_) {
        names.tick = kNoTick;
        names.names.clear();
    }
    fresh_.clear();
}

}  // namespace albireo::client
