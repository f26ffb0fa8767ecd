#pragma once
/// The reliable channel: messages in order, over packets that get lost. Both ends of a connection own one; it does not
/// interpret the messages. ENet's own reliability doubles its timeout with every loss, takes seconds at 50 % loss and gives up
/// at 75 %. This one retransmits each message at a steady pace until it is acknowledged.
/// 1. Messages are delivered once each and in the order in which they were sent.
/// 2. At most kSegmentsInFlight messages are in flight; a receiver holds no more than that many out of order.
/// 3. Every packet fits into kStreamPacketBytesMax and acknowledges everything received.
/// 4. At very high loss, the longer a transfer's segment stays unacknowledged, the more often it is retransmitted. A
///    receiver that gets old duplicates repeats its acknowledgement.
/// 5. What a transfer may repeat at its full rate is earned by acknowledgements. Beyond that the intervals between its packets grow
///    until something new is acknowledged: a receiver that acknowledges nothing does not get the same bytes for ever.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "proto/messages.hpp"
#include "proto/micros.hpp"

namespace albireo::proto {

inline constexpr std::uint16_t kSegmentsInFlight = 32;
inline constexpr std::size_t kMessagesWaitingMax = 4 * kSegmentsInFlight;  // received, not yet fetched by receive()
inline constexpr std::size_t kStreamPacketBytesMax = 1'150;                // with headers, below every common MTU
inline constexpr std::size_t kStreamHeadBytes = 2 + 4;
inline constexpr std::size_t kSegmentHeadBytes = 2 + 2;
static_assert(kStreamHeadBytes + kSegmentHeadBytes + kMessageBytesMax <= kStreamPacketBytesMax);

/// Up to this many unacknowledged bytes are small talk, retransmitted at a fixed pace whatever the round trip. More is
/// a transfer, retransmitted only when an acknowledgement is overdue.
inline constexpr std::size_t kSmallTalkBytes = 600;
inline constexpr std::size_t kSmallTalkPacketBytes = 300;  // more goes in several packets; a longer message goes alone
inline constexpr std::int64_t kTransferRate = 160'000;     // bytes per second
/// What a transfer may repeat at that rate before anything is acknowledged, and at most: 4 s. Where 90 % is lost each way, a longer
/// silence is rare.
inline constexpr std::int64_t kRepeatsMax = 640'000;
/// … and what each acknowledged byte adds. A transfer repeats each byte 18 to 32 times where 90 % is lost each way, 44 to 79 times where
/// 95 % is.
inline constexpr std::int64_t kRepeatsPerByte = 96;
/// Beyond that, the rate halves with every so many repeated bytes.
inline constexpr std::int64_t kRepeatsHalve = 64'000;

class MessageStream {
  public:
    using Bytes = std::vector<std::uint8_t>;

    /// Queues a message of 1 … kMessageBytesMax bytes.
    void send(Bytes message);

    /// The next received message, if there is one.
    std::optional<Bytes> receive();

    /// Reads a packet. Returns false if it is malformed; segments before the fault are kept.
    bool take_packet(std::span<const std::uint8_t> packet, Micros now);

    /// When the next packet is due; kNever if there is nothing to send. A time in the past means at once.
    Micros due() const;

    /// The size of the packet that write_packet() would write now. Requires that one is due.
    std::size_t packet_size(Micros now) const {
        return select(now, [](std::size_t) {});
    }

    /// Writes the packet that is due now. Returns its size; 0 if nothing is due.
    std::size_t write_packet(Micros now, std::span<std::uint8_t> out);

    /// Whether the unacknowledged messages are small talk, which counts against the bucket of the game.
    bool small_talk() const { return unacknowledged_bytes_ <= kSmallTalkBytes; }

    /// Messages that the other end has not acknowledged yet.
    std::size_t unacknowledged() const { return queue_.size(); }

    /// Since when a transfer has waited for the acknowledgement of anything new; kNever if none does.
    Micros stalled_since() const { return small_talk() ? kNever : stalled_since_; }
    /// Whether transfers repeat slowly, as if they had repeated too much: the owner has no bytes to spare.
    void slow_repeats(bool slow) { is_slow_ = slow; }
    /// The bytes that transfers have repeated.
    std::uint64_t bytes_repeated() const { return bytes_repeated_; }

    /// The mean time until a message is acknowledged, for display. With loss it is longer than the round trip. 0:
    /// unknown.
    Micros ping() const { return ping_; }

  private:
    struct Segment {
        Bytes bytes;
        Micros first_sent = -1, last_sent = -1;
        int repeats = 0;
        bool acknowledged = false;
    };
    Micros due_of(const Segment& segment) const;
    /// Calls `visit` with the place in the queue of each segment that goes into the packet due now. Returns its size.
    std::size_t select(Micros now, auto&& visit) const;
    Micros transfer_time(std::size_t bytes, bool repeats) const;
    void acknowledge(std::uint16_t wanted, std::uint32_t beyond, Micros now);

    std::deque<Segment> queue_;  // from segment number queue_base_ on
    std::uint16_t queue_base_ = 0;
    std::size_t unacknowledged_bytes_ = 0;
    Micros rtt_ = 0;               // of segments sent only once; 0: unknown
    Micros ping_ = 0;              // of all segments
    Micros transfer_free_at_ = 0;  // when the transfer rate allows the next packet
    Micros stalled_since_ = kNever;
    std::int64_t repeats_left_ = kRepeatsMax;  // negative: beyond what is earned
    std::uint64_t bytes_repeated_ = 0;
    bool is_slow_ = false;

    std::array<std::optional<Bytes>, kSegmentsInFlight> ahead_;  // received out of order
    std::uint16_t wanted_ = 0;
    std::deque<Bytes> ready_;
    bool owes_ack_ = false;
    Micros last_new_ = 0;       // when a new segment last arrived
    Micros insist_until_ = -1;  // repeats acknowledgements until then
    Micros last_packet_ = -1;
};

std::size_t MessageStream::select(Micros now, auto&& visit) const {
    const bool transfer = !small_talk();
    const std::size_t size_max = transfer ? kStreamPacketBytesMax : kSmallTalkPacketBytes;
    const std::size_t in_flight = std::min<std::size_t>(queue_.size(), kSegmentsInFlight);
    std::size_t size = kStreamHeadBytes;
    for (std::size_t i = 0; i < in_flight && (!transfer || now >= transfer_free_at_); ++i) {
        if (queue_[i].acknowledged || due_of(queue_[i]) > now) continue;
        const std::size_t more = kSegmentHeadBytes + queue_[i].bytes.size();
        if (size > kStreamHeadBytes && size + more > size_max) break;
        visit(i);
        size += more;
    }
    return size;
}

}  // namespace albireo::proto
