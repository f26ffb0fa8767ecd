#include "proto/message_stream.hpp"

#include <algorithm>
#include <cassert>

#include "sim/base/bytes.hpp"

namespace albireo::proto {

namespace {

constexpr Micros kRepeatFirst = 16 * kMicrosPerMs;     // small talk: about once a tick …
constexpr Micros kRepeatAfter1s = 50 * kMicrosPerMs;   // … less often when a second of that did not help …
constexpr Micros kRepeatAfter5s = 100 * kMicrosPerMs;  // … and when the link seems to be dead
constexpr Micros kTransferWaitMin = 60 * kMicrosPerMs;
constexpr Micros kTransferWaitMax = 3 * kMicrosPerSecond;
constexpr Micros kTransferWaitUnknown = 250 * kMicrosPerMs;
constexpr int kRepeatsCounted = 8;
constexpr std::int64_t kHalvingsMax = 8, kHalvingsSlow = 5;  // then a packet leaves every 1.8 or 0.23 s
constexpr Micros kAckSpacing = 5 * kMicrosPerMs;
// A duplicate this long after the original means that our acknowledgements were lost: they are repeated for a while.
constexpr Micros kOldNews = 500 * kMicrosPerMs;
constexpr Micros kAcksInsist = kMicrosPerSecond;
constexpr Micros kAckInsistPace = 100 * kMicrosPerMs;

}  // namespace

void MessageStream::send(Bytes message) {
    assert(!message.empty() && message.size() <= kMessageBytesMax);
    unacknowledged_bytes_ += message.size();
    queue_.push_back({.bytes = std::move(message)});
}

std::optional<MessageStream::Bytes> MessageStream::receive() {
    if (ready_.empty()) return std::nullopt;
    Bytes message = std::move(ready_.front());
    ready_.pop_front();
    return message;
}

void MessageStream::acknowledge(std::uint16_t wanted, std::uint32_t beyond, Micros now) {
    const auto done = static_cast<std::uint16_t>(wanted - queue_base_);
    if (done > std::min<std::size_t>(queue_.size(), kSegmentsInFlight)) return;  // old, or invalid
    const auto settle = [&](Segment& segment) {
        if (segment.acknowledged || segment.first_sent < 0) return;
        segment.acknowledged = true;
        unacknowledged_bytes_ -= segment.bytes.size();
        repeats_left_ = std::min(kRepeatsMax, repeats_left_ + kRepeatsPerByte * static_cast<std::int64_t>(segment.bytes.size()));
        stalled_since_ = small_talk() ? kNever : now;
        const Micros sample = std::max<Micros>(1, now - segment.first_sent);
        ping_ = ping_ == 0 ? sample : ping_ + (sample - ping_) / 4;
        // Only segments sent once can measure the round trip (Karn's algorithm), and small talk is retransmitted before
        // it can be answered.
        if (segment.first_sent != segment.last_sent) return;
        rtt_ = rtt_ == 0 ? sample : rtt_ + (sample - rtt_) / 8;
    };
    for (std::size_t i = 0; i < done; ++i) {
        if (queue_.front().first_sent < 0) return;  // acknowledges what was never sent
        settle(queue_.front());
        queue_.pop_front();
        ++queue_base_;
    }
    for (std::size_t i = 0; i < 32 && i + 1 < queue_.size(); ++i) {
        if ((beyond >> i & 1) != 0) settle(queue_[i + 1]);
    }
}

bool MessageStream::take_packet(std::span<const std::uint8_t> packet, Micros now) {
    ByteReader reader{packet};
    const auto wanted = reader.get<std::uint16_t>();
    const auto beyond = reader.get<std::uint32_t>();
    if (reader.bad()) return false;
    acknowledge(wanted, beyond, now);
    while (!reader.at_end()) {
        const auto number = reader.get<std::uint16_t>();
        const auto size = reader.get<std::uint16_t>();
        if (reader.bad() || size == 0 || size > kMessageBytesMax || size > reader.left()) return false;
        Bytes bytes(size);
        reader.get_bytes(bytes.data(), size);
        owes_ack_ = true;
        const auto off = static_cast<std::uint16_t>(number - wanted_);
        const bool is_new = off < kSegmentsInFlight && !ahead_[number % kSegmentsInFlight];
        if (is_new) last_new_ = now;
        if (now - last_new_ > kOldNews) insist_until_ = now + kAcksInsist;
        // A receiver whose messages are not read accepts no more; the sender keeps retransmitting.
        if (off >= kSegmentsInFlight || ready_.size() >= kMessagesWaitingMax) continue;
        std::optional<Bytes>& place = ahead_[number % kSegmentsInFlight];
        if (!place) place = std::move(bytes);
        for (auto* next = &ahead_[wanted_ % kSegmentsInFlight]; *next; next = &ahead_[wanted_ % kSegmentsInFlight]) {
            ready_.push_back(std::move(**next));
            next->reset();
            ++wanted_;
        }
    }
    return true;
}

Micros MessageStream::due_of(const Segment& segment) const {
    if (segment.last_sent < 0) return 0;
    if (!small_talk()) {
        const Micros wait =
            rtt_ == 0 ? kTransferWaitUnknown : std::clamp(rtt_ + rtt_ / 2, kTransferWaitMin, kTransferWaitMax);
        // At very high loss the round trip cannot be told apart from the wait for an acknowledgement that gets through,
        // so every retransmission without effect makes the next one sooner. kTransferRate bounds the total.
        return segment.last_sent + std::max(wait >> segment.repeats, kTransferWaitMin);
    }
    const Micros since = segment.last_sent - segment.first_sent;
    return segment.last_sent + (since < kMicrosPerSecond       ? kRepeatFirst
                                : since < 5 * kMicrosPerSecond ? kRepeatAfter1s
                                                               : kRepeatAfter5s);
}

Micros MessageStream::due() const {
    Micros due = kNever;
    if (owes_ack_) due = last_packet_ < 0 ? 0 : last_packet_ + kAckSpacing;
    if (last_packet_ < insist_until_) due = std::min(due, last_packet_ + kAckInsistPace);
    Micros segment_due = kNever;
    const std::size_t in_flight = std::min<std::size_t>(queue_.size(), kSegmentsInFlight);
    for (std::size_t i = 0; i < in_flight; ++i) {
        if (!queue_[i].acknowledged) segment_due = std::min(segment_due, due_of(queue_[i]));
    }
    if (segment_due != kNever && !small_talk()) segment_due = std::max(segment_due, transfer_free_at_);
    return std::min(due, segment_due);
}

/// How long the transfer rate allows nothing more after a packet of this size.
Micros MessageStream::transfer_time(std::size_t bytes, bool repeats) const {
    const Micros time = static_cast<Micros>(bytes) * kMicrosPerSecond / kTransferRate;
    if (!repeats) return time;
    const std::int64_t least = is_slow_ ? kHalvingsSlow : 0;
    const std::int64_t halvings = std::clamp<std::int64_t>(-repeats_left_ / kRepeatsHalve, least, kHalvingsMax);
    return time << halvings;
}

std::size_t MessageStream::write_packet(Micros now, std::span<std::uint8_t> out) {
    if (due() > now) return 0;
    ByteWriter writer{out.first(std::min(out.size(), kStreamPacketBytesMax))};
    writer.put(wanted_);
    std::uint32_t beyond = 0;
    for (std::uint16_t i = 1; i < kSegmentsInFlight; ++i) {
        if (ahead_[static_cast<std::uint16_t>(wanted_ + i) % kSegmentsInFlight]) beyond |= std::uint32_t{1} << (i - 1);
    }
    writer.put(beyond);
    const bool transfer = !small_talk();
    if (transfer && stalled_since_ == kNever) stalled_since_ = now;
    const std::uint64_t repeated_before = bytes_repeated_;
    select(now, [&](std::size_t i) {
        Segment& segment = queue_[i];
        if (transfer && segment.last_sent >= 0) {
            bytes_repeated_ += segment.bytes.size();
            repeats_left_ -= static_cast<std::int64_t>(segment.bytes.size());
        }
        writer.put(static_cast<std::uint16_t>(queue_base_ + i));
        writer.put(static_cast<std::uint16_t>(segment.bytes.size()));
        writer.put_bytes(segment.bytes.data(), segment.bytes.size());
        if (segment.first_sent < 0) segment.first_sent = now;
        if (segment.last_sent >= 0) segment.repeats = std::min(segment.repeats + 1, kRepeatsCounted);
        segment.last_sent = now;
    });
    if (writer.full()) return 0;
    if (transfer) {
        transfer_free_at_ = std::max(transfer_free_at_, now - 20 * kMicrosPerMs) + transfer_time(writer.size(), bytes_repeated_ != repeated_before);
    }
    owes_ack_ = false;
    last_packet_ = now;
    return writer.size();
}

}  // namespace albireo::proto
