#include "server/attendance.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::server {

void Attendance::note(Micros elapsed, bool waited, Micros lost) {
    assert(elapsed >= 0 && lost >= 0 && "time does not go back");
    lost_ = std::max<Micros>(lost_ - elapsed / kForgivenPart, 0);
    if (!waited) return;
    waited_ += elapsed;
    lost_ = std::min(lost_ + lost, kLossMax);
    assert(lost_ >= 0 && waited_ >= 0 && "what a partner has lost is between nothing and the limit");
}

Attendance::Verdict Attendance::end_second(std::uint32_t ticks) {
    const bool behind = ticks < kTicksLeast && waited_ > proto::kMicrosPerSecond / 2;
    waited_ = 0;
    last_ = (last_ + 1) % kSeconds;
    assert(last_ < seconds_.size() && "the seconds are a ring");
    seconds_[last_] = {ticks, behind};
    assert(lost_ >= 0 && lost_ <= kLossMax && "what a partner has lost is between nothing and the limit");
    if (is_absent()) {
        lost_ = kLossMax;
        excuse();
        return Verdict::absent;
    }
    int recent = 0;
    for (std::size_t i = 0; i < 3; ++i) recent += seconds_[(last_ + kSeconds - i) % kSeconds].behind ? 1 : 0;
    const bool was_warned = is_warned_;
    is_warned_ = recent >= 2 || (is_warned_ && recent > 0);
    return is_warned_ == was_warned ? Verdict::fine : is_warned_ ? Verdict::behind : Verdict::keeping_up;
}

bool Attendance::is_absent() const {
    if (lost_ >= kLossMax) return true;
    std::uint32_t ticks = 0;
    int behind = 0;
    for (const Second& second : seconds_) {
        ticks += second.ticks;
        behind += second.behind ? 1 : 0;
    }
    return behind >= kBehindMax && ticks < kTicksLeast * kSeconds;
}

void Attendance::excuse() {
    seconds_.fill({});
    waited_ = 0;
    is_warned_ = false;
}

Micros Attendance::back_in() const {
    assert(lost_ <= kLossMax && "nobody stays away for longer than the most that is charged");
    return std::max<Micros>((lost_ - kLossAtReturn) * kForgivenPart, 0);
}

void Attendance::pass_on(bool is_same_home) {
    excuse();
    lost_ = is_same_home ? std::min(lost_, kLossAtReturn) : 0;
    assert(lost_ < kLossMax && "a new player is not absent for what another one cost");
}

}  // namespace albireo::server
