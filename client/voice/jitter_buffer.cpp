#include "client/voice/jitter_buffer.hpp"

#include <algorithm>

namespace albireo::voice {

using proto::voice_distance;

void JitterBuffer::begin(const proto::VoicePiece& piece) {
    pieces_.fill(std::nullopt);
    next_ = newest_ = piece.number;
    is_playing_ = false;
    wait_ = delay_;
    lost_row_ = 0;
    margin_ = kPieces;
    calm_ = 0;
    place(piece.number) = piece;
    ++counters_.runs;
}

void JitterBuffer::end() {
    next_.reset();
    newest_.reset();
    pieces_.fill(std::nullopt);
}

void JitterBuffer::push(const proto::VoicePiece& piece) {
    if (!next_) return begin(piece);
    const int ahead = voice_distance(piece.number, *next_);
    if (ahead >= kPieces || ahead <= -kPieces) return begin(piece);
    if (ahead < 0) {
        // Before the run begins, an earlier piece may become its first.
        if (is_playing_ || voice_distance(*newest_, piece.number) >= kPieces) return grow();
        next_ = piece.number;
    }
    auto& at = place(piece.number);
    if (at && at->number == piece.number) {
        ++counters_.duplicate;
        return;
    }
    at = piece;
    margin_ = std::min(margin_, std::max(ahead, 0));
    if (voice_distance(piece.number, *newest_) > 0) newest_ = piece.number;
}

/// A piece came after its time. A pause of one piece, which is concealed, makes the others come earlier before theirs.
void JitterBuffer::grow() {
    ++counters_.late;
    margin_ = 0;
    if (calm_ < kGrowEvery || depth() >= kDelayMax) return;
    calm_ = 0;
    delay_ = std::min(delay_ + 1, kDelayMax);
    wait_ = 1;
}

void JitterBuffer::shrink_if_due() {
    ++calm_;
    if (calm_ < (margin_ >= kSpareFar ? kShrinkFarAfter : kShrinkAfter)) return;
    if (margin_ < kSpare || depth() <= kSpare) {
        margin_ = kPieces;
        calm_ = 0;
        return;
    }
    auto& at = place(*next_);
    const bool is_quiet = !at || at->number != *next_ || at->size <= kQuietBytes;
    if (!is_quiet && calm_ < 2 * kShrinkAfter) return;
    at.reset();
    ++*next_;
    ++counters_.left_out;
    delay_ = std::max(delay_ - 1, 1);
    margin_ = kPieces;
    calm_ = 0;
}

JitterBuffer::What JitterBuffer::pop(proto::VoicePiece& piece) {
    if (!next_) return What::silence;
    if (wait_ > 0) {
        --wait_;
        return is_playing_ ? What::lost : What::silence;
    }
    is_playing_ = true;
    shrink_if_due();
    auto& at = place(*next_);
    if (at && at->number == *next_) {
        piece = *at;
        at.reset();
        ++*next_;
        lost_row_ = 0;
        ++counters_.played;
        return What::piece;
    }
    const bool is_missing = has_newer();
    if (!is_missing && ++lost_row_ > kLostMax) {
        end();
        return What::silence;
    }
    // With nothing newer the piece may only be late: it is waited for once, which makes the delay longer.
    if (is_missing || lost_row_ > 1) {
        ++*next_;
        ++counters_.lost;
    }
    return What::lost;
}

}  // namespace albireo::voice
