#include "proto/send_pace.hpp"

#include <algorithm>

namespace albireo::proto {

void SendPace::note_frame(bool changed, bool affordable, Micros now) {
    if (changed) after_change_ = kEcoPacketsAfterChange;
    if (thrifty() && after_change_ == 0) return;
    put_off_ = !changed && !affordable && !put_off_ && copies() == 1;
    if (put_off_) return;
    if (after_change_ > 0) --after_change_;
    if (!fresh_) fresh_at_ = now;
    fresh_ = true;
}

void SendPace::note_sent(Micros now) {
    // Copies follow the first packet of a state, and each retransmission while there is no new state.
    copies_left_ = fresh_ || copies_left_ == 0 ? copies() - 1 : copies_left_ - 1;
    fresh_ = false;
    last_sent_ = now;
}

Micros SendPace::due(bool unacknowledged) const {
    if (fresh_) return std::max(fresh_at_, last_sent_ + kPacketGapMin);
    if (!unacknowledged) return last_sent_ + (copies() < kCopiesMax ? kKeepAliveInterval : kLossyIdleInterval);
    if (thrifty()) return last_sent_ + kEcoInterval;
    if (copies_left_ > 0) return last_sent_ + kCopySpacing;
    return last_sent_ + (copies() > 1 ? kLossyIdleInterval : kIdleInterval);
}

}  // namespace albireo::proto
