#include "client/app/activities/calls.hpp"

#include "client/words/format.hpp"

namespace albireo::app {

std::string Calls::text(Slot slot, proto::Micros now) const {
    const std::optional<Call>& call = calls_[index(slot)];
    if (!call) return {};
    const proto::Micros age = now - call->at;
    if (call->kind == proto::SignalKind::lightning) {
        const proto::Micros left = kCountdown - age;
        if (left > 0) return tr_f("lightning in {}", (left + proto::kMicrosPerSecond - 1) / proto::kMicrosPerSecond);
        return left > -kNowFor ? tr("lightning!") : "";
    }
    if (age >= kShownFor) return {};
    return call->kind == proto::SignalKind::here ? tr("here!") : tr("boss!");
}

}  // namespace albireo::app
