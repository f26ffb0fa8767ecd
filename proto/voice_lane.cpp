#include "proto/voice_lane.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace albireo::proto {

namespace {

// A piece's first byte.
constexpr std::uint8_t kLengthMask = 0x3f;
constexpr std::uint8_t kEarlierFollows = 0x80;  // another piece follows, which is one earlier
static_assert(kVoicePieceBytesMax <= kLengthMask);

}  // namespace

void VoiceLane::push(const VoicePiece& piece, Micros now) {
    assert(piece.size > 0 && piece.size <= kVoicePieceBytesMax && "pieces come from our encoder, or through take()");
    forget(now);
    ++counters_.pushed;
    // Numbers that a hostile sender has chosen need not have an order: of three far apart, each may come before the next.
    std::erase_if(held_, [&](const Held& each) {
        if (std::abs(voice_distance(piece.number, each.piece.number)) < kSeenSpan) return false;
        if (each.rides == 0) ++counters_.unsent;
        return true;
    });
    auto at = held_.end();
    while (at != held_.begin() && voice_distance(piece.number, (at - 1)->piece.number) < 0) --at;
    if (at != held_.begin() && (at - 1)->piece.number == piece.number) return;
    held_.insert(at, {.piece = piece, .came_at = now});
    if (held_.size() <= kHeld) return;
    if (held_.front().rides == 0) ++counters_.unsent;
    held_.erase(held_.begin());
}

void VoiceLane::forget(Micros now) {
    std::erase_if(held_, [&](const Held& each) {
        if (now - each.came_at < kStale) return false;
        if (each.rides == 0) ++counters_.unsent;
        return true;
    });
}

Micros VoiceLane::due(Micros now) {
    forget(now);
    Micros due = kNever;
    for (const Held& each : held_) {
        if (each.rides == 0) due = std::min(due, each.came_at + kWaitMax);
    }
    return due;
}

std::size_t VoiceLane::bytes_waiting() const {
    const auto waiting = std::ranges::find(held_, 0, &Held::rides);
    return waiting == held_.end() ? 0 : 3 + waiting->piece.size;
}

std::size_t VoiceLane::write(std::span<std::uint8_t, kPartBytesMax> out, Rules rules, Micros now) {
    forget(now);
    if (held_.empty()) return 0;
    std::array<bool, kHeld> chosen{};
    const auto size = [&] {
        std::size_t bytes = 2, entries = 0;
        std::optional<std::uint16_t> newest;
        for (std::size_t i = held_.size(); i-- > 0;) {
            if (!chosen[i]) continue;
            if (!newest) newest = held_[i].piece.number;
            assert(voice_distance(*newest, held_[i].piece.number) >= 0 && "push() keeps them in order");
            entries = static_cast<std::size_t>(voice_distance(*newest, held_[i].piece.number)) + 1;
            bytes += held_[i].piece.size;
        }
        return entries <= kHeld ? bytes + entries : kPartBytesMax + 1;
    };
    const auto try_out = [&](std::size_t i, std::int64_t room) {
        chosen[i] = true;
        if (static_cast<std::int64_t>(size()) > room || size() > kPartBytesMax) chosen[i] = false;
    };
    for (std::size_t i = held_.size(); i-- > 0;) {
        if (held_[i].rides == 0) try_out(i, rules.room);
    }
    for (std::size_t i = held_.size(); i-- > 0;) {
        const Held& each = held_[i];
        if (each.rides > 0 && each.rides < rules.rides && now - each.sent_at >= kRideGap) try_out(i, rules.room_again);
    }
    std::size_t used = 0, last_head = 0;
    std::uint16_t next = 0;  // the number that the next piece of the part has
    for (std::size_t i = held_.size(); i-- > 0;) {
        if (!chosen[i]) continue;
        Held& each = held_[i];
        if (used == 0) {
            next = each.piece.number;
            out[used++] = static_cast<std::uint8_t>(next);
            out[used++] = static_cast<std::uint8_t>(next >> 8);
        }
        for (; next != each.piece.number; --next) out[used++] = kEarlierFollows;
        last_head = used;
        out[used++] = static_cast<std::uint8_t>(each.piece.size | kEarlierFollows);
        std::ranges::copy(each.piece.bytes(), out.begin() + static_cast<std::ptrdiff_t>(used));
        used += each.piece.size;
        --next;
        ++(each.rides == 0 ? counters_.sent : counters_.repeated);
        ++each.rides;
        each.sent_at = now;
    }
    if (used > 0) out[last_head] &= static_cast<std::uint8_t>(~kEarlierFollows);
    return used;
}

std::size_t VoiceLane::take(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < 3) return 0;
    auto number = static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
    std::array<VoicePiece, kHeld> pieces;
    std::size_t count = 0, used = 2;
    for (std::size_t i = 0;; ++i, --number) {
        if (i == kHeld || used >= bytes.size()) return 0;
        const std::uint8_t head = bytes[used++];
        const std::size_t length = head & kLengthMask;
        if ((head & ~(kLengthMask | kEarlierFollows)) != 0 || length > kVoicePieceBytesMax || length > bytes.size() - used) return 0;
        if (length > 0) {
            VoicePiece& piece = pieces[count++];
            piece.number = number;
            piece.size = static_cast<std::uint8_t>(length);
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(used), length, piece.buffer.begin());
            used += length;
        }
        if ((head & kEarlierFollows) == 0) {
            if (length == 0) return 0;
            break;
        }
    }
    // The earliest first.
    while (count-- > 0) {
        if (!is_new(pieces[count].number)) continue;
        ++counters_.received;
        arrived_.push_back(pieces[count]);
        if (arrived_.size() <= kArrivedMax) continue;
        arrived_.pop_front();
        ++counters_.not_taken;
    }
    return used;
}

bool VoiceLane::is_new(std::uint16_t number) {
    const std::int32_t after = newest_ ? voice_distance(number, *newest_) : kSeenSpan;
    if (after >= kSeenSpan || after <= -kSeenSpan) {
        newest_ = number;
        seen_ = 1;
        return true;
    }
    if (after > 0) {
        newest_ = number;
        seen_ = seen_ << after | 1;
        return true;
    }
    const std::uint64_t bit = std::uint64_t{1} << -after;
    if ((seen_ & bit) != 0) return false;
    seen_ |= bit;
    return true;
}

std::optional<VoicePiece> VoiceLane::next() {
    if (arrived_.empty()) return std::nullopt;
    const VoicePiece piece = arrived_.front();
    arrived_.pop_front();
    return piece;
}

}  // namespace albireo::proto
