#include "proto/path_estimate.hpp"

#include <algorithm>

namespace albireo::proto {

void PathEstimate::note_sent(Micros now) {
    sent_at_[next_ % kSentMax] = {next_, now};
    next_ = (next_ + 1) & kSequenceMask;
    ++sent_;
}

bool PathEstimate::note_received(std::uint16_t sequence, Micros now) {
    const std::uint16_t ahead = (sequence - newest_) & kSequenceMask;
    const auto lost = std::int64_t{1} << kLossBits;
    if (received_ == 0) {
        // The other end began with 0: lower numbers have been lost, or are late.
        for (int i = 0; i < std::min<int>(sequence, kLossMemory); ++i) count(lost);
        count(0);
        newest_ = sequence;
        newest_at_ = now;
        seen_ = 1;
    } else if (ahead == 0) {
        return false;
    } else if (ahead <= kSequenceMask / 2) {
        // A long silence is an outage, not a rate: it counts as kLossMemory packets at most.
        for (int i = 1; i < std::min<int>(ahead, kLossMemory); ++i) count(lost);
        count(0);
        seen_ = ahead < 64 ? seen_ << ahead | 1 : 1;
        newest_ = sequence;
        newest_at_ = now;
    } else {
        const int behind = (newest_ - sequence) & kSequenceMask;
        if (behind >= 64) return true;
        const std::uint64_t bit = std::uint64_t{1} << behind;
        if ((seen_ & bit) != 0) return false;
        seen_ |= bit;  // late, not lost
        loss_in_ = std::max<std::int64_t>(0, loss_in_ - lost / std::max(counted_, 1));
    }
    ++received_;
    return true;
}

/// A mean over all packets at first, and over about the last kLossMemory later.
void PathEstimate::count(std::int64_t lost) {
    counted_ = std::min(counted_ + 1, kLossMemory);
    loss_in_ += (lost - loss_in_) / counted_;
}

void PathEstimate::note_echo(const Echo& echo, Micros now) {
    loss_out_permille_ = echo.loss_255 * 1000 / 255;
    loss_out_known_ = true;
    const Sent& sent = sent_at_[echo.sequence % kSentMax];
    if (sent.sequence != echo.sequence) return;
    const Micros sample = std::max<Micros>(0, now - sent.at - echo.hold_ms * kMicrosPerMs);
    if (!rtt_known_) {
        rtt_ = sample;
        jitter_ = sample / 2;
        rtt_known_ = true;
        return;
    }
    const Micros off = sample - rtt_;
    rtt_ += off / 8;
    jitter_ += (std::abs(off) - jitter_) / 4;
}

bool PathEstimate::has_echo(Micros now) const {
    return received_ != 0 && now - newest_at_ <= 250 * kMicrosPerMs;
}

Echo PathEstimate::echo(Micros now) const {
    return {newest_, static_cast<std::uint8_t>(std::clamp<Micros>((now - newest_at_) / kMicrosPerMs, 0, 255)),
            static_cast<std::uint8_t>(loss_in_ * 255 >> kLossBits)};
}

}  // namespace albireo::proto
