#include "proto/connection.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "proto/run_packer.hpp"

namespace albireo::proto {

namespace {

constexpr Micros kEchoInterval = 125'000;      // eight times a second, 6 bytes each …
constexpr Micros kEchoIntervalLossy = 40'000;  // … but often where few arrive, and at first
constexpr int kEchoLossy = 400;
constexpr std::uint64_t kEchoFirst = 64;

// Four packets get a report through nearly every link: at 10 % loss one in 10 000 is left, and repeated when its
// acknowledgement is overdue. If more than a third of the packets is lost, waiting for that would take too long, so every
// packet carries the reports.
constexpr std::uint32_t kRides = 4;
constexpr std::uint32_t kRidesSome = 5;
constexpr int kRidesSomeFrom = 150;  // permille lost
constexpr std::uint32_t kRidesLossy = kCopiesMax * kWindowTicks;
// At a second one way the whole run is 121 frames and 40 bytes, and the other end nearly always has most of it. If three of
// four packets carry only half a second of it, that saves a kilobyte a second.
constexpr std::uint32_t kNewestTicks = 32;
constexpr std::uint32_t kWholeEvery = 4;
constexpr Micros kOverdueUnknown = 3 * kMicrosPerSecond;

// For this long, new frames go before small talk if the bucket cannot cover both. Copies never do.
constexpr Micros kTalkDelayMax = 250 * kMicrosPerMs;

// The cost of a game on a link with little loss: less than 4 KB in any second at a round trip of 100 ms, changed frames
// included. A longer path costs more, because more is in flight. Beyond this an unchanged frame waits for the next one.
constexpr std::int64_t kThriftRate = 3'400, kThriftRateMax = 5'250;
constexpr std::int64_t kThriftDepth = 270;
constexpr std::uint32_t kThriftTicks = 20;  // with more unacknowledged frames the link is in trouble: no budget applies
constexpr std::int64_t thrift_rate(Micros rtt) {
    return std::min<std::int64_t>(kThriftRate + rtt * 6 / (5 * kMicrosPerMs), kThriftRateMax);
}

}  // namespace

Connection::Connection(ConnectionOptions options)
    : pace_(options.eco), thrift_(kThriftRateMax, kThriftDepth) {}

bool Connection::send(const Message& message) {
    std::vector<std::uint8_t> bytes = encode(message);
    if (bytes.empty()) return false;
    stream_.send(std::move(bytes));
    return true;
}

std::optional<Message> Connection::next_message() {
    while (const auto bytes = stream_.receive()) {
        Message message;
        if (decode(*bytes, message) == CodecError::none) return message;
        ++counters_.malformed;
    }
    return std::nullopt;
}

void Connection::start_frames(Tick in, Tick out) {
    window_.restart(in);
    outbox_.restart(out);
    scratch_.resize(kWindowTicks);
    started_ = true;
}

void Connection::push_frame(const Frame& frame, Micros now) {
    assert(started_);
    outbox_.push(frame, now);
    thrift_.set_rate(path_.knows_rtt() ? thrift_rate(path_.rtt()) : kThriftRateMax, now);
    const bool affordable = thrift_.holds(0, now) || outbox_.count() > kThriftTicks;
    pace_.note_frame(!outbox_.newest_unchanged(), affordable, now);
}

std::optional<DigestNote> Connection::next_digest() {
    return std::exchange(heard_digest_, std::nullopt);
}

void Connection::receive(Channel channel, std::span<const std::uint8_t> bytes, Micros now) {
    ++counters_.packets_received;
    counters_.bytes_received += static_cast<std::uint64_t>(on_wire(bytes.size()));
    last_heard_ = now;
    if (channel == Channel::frames) {
        receive_frames(bytes, now);
    } else if (!stream_.take_packet(bytes, now)) {
        ++counters_.malformed;
    }
}

void Connection::receive_frames(std::span<const std::uint8_t> bytes, Micros now) {
    FramePacket packet;
    if (read_packet(bytes, window_.confirmed_up_to(), outbox_.end(), packet) != PacketError::none) {
        ++counters_.malformed;
        return;
    }
    path_.note_received(packet.sequence, now);
    if (packet.echo) path_.note_echo(*packet.echo, now);
    if (!started_) {
        ++counters_.too_early;
        return;
    }
    if (packet.arrival_margin) peer_arrival_margin_ = packet.arrival_margin;
    if (packet.digest) heard_digest_ = packet.digest;
    if (packet.want - outbox_.end() > 0) ++counters_.acks_ignored;
    outbox_.acknowledge(packet.want);
    if (packet.count != 0) take_run(packet);
    // While incoming runs begin with frames that we already have, the other end has not received our acknowledgement,
    // and it may be waiting for it.
    owes_ack_ = packet.first() - window_.confirmed_up_to() < 0;
}

void Connection::take_run(const FramePacket& packet) {
    if (packet.end - window_.confirmed_up_to() <= 0) return;  // nothing in it is new
    const FrameContext* before = window_.context_before(packet.first());
    if (before == nullptr) {
        ++counters_.out_of_context;
        return;
    }
    FrameContext context = *before;
    const std::span<Frame> frames{scratch_.data(), packet.count};
    std::array<std::uint8_t, kRunPlainBytesMax> plain;
    const auto size = unpack_run(*before, packet.run, plain);
    if (!size || decode_frames(context, std::span{plain}.first(*size), frames) != RunError::none) {
        ++counters_.malformed;
        return;
    }
    for (std::uint32_t i = 0; i < packet.count; ++i) {
        const Tick tick = packet.first() + i;
        if (tick - window_.confirmed_up_to() >= 0) window_.put(tick, frames[i], packet.in_full(i));
    }
}

bool Connection::next_packet(OutPacket& packet, Micros now) {
    return next_control(packet, now) || next_frames(packet, now);
}

bool Connection::next_control(OutPacket& packet, Micros now) {
    // Small talk shares the bucket of the game; a transfer has a rate of its own.
    const bool in_bucket = stream_.small_talk();
    const bool is_due = stream_.due() <= now;
    if (is_due && in_bucket && !bucket_.holds(talk_bytes(now), now)) {
        if (talk_waits_since_ < 0) talk_waits_since_ = now;
        return false;
    }
    talk_waits_since_ = -1;
    if (!is_due) return false;
    packet.channel = Channel::control;
    packet.size = stream_.write_packet(now, packet.buffer);
    if (packet.size == 0) return false;
    count(packet, now, in_bucket);
    return true;
}

std::int64_t Connection::talk_bytes(Micros now) const {
    return on_wire(stream_.packet_size(now));
}

/// At high loss copies use up the bucket, and small talk would have to wait for as long as play continues.
bool Connection::talk_goes_first(Micros now) const {
    return talk_waits_since_ >= 0 && (pace_.only_copy() || now - talk_waits_since_ >= kTalkDelayMax);
}

/// A copy leaves only if the bucket will still have room for the next tick's frame.
std::int64_t Connection::bytes_needed() const {
    const std::size_t packet = std::max(last_size_, kFramePacketHeadMax + 8);
    const std::int64_t size = on_wire(packet);
    return std::min(kBucketDepth, pace_.only_copy() ? 2 * size : size);
}

/// The contents of the next packet of frames, chosen by the loss and the round trip of the path.
PacketRules Connection::packet_rules(Micros now) {
    const bool lossy = pace_.copies() > 1;
    const Micros overdue = path_.knows_rtt()
                               ? path_.rtt() + path_.rtt() / 4 + 4 * path_.jitter() + 2 * kMicrosPerTick
                               : kOverdueUnknown;
    const bool some = path_.loss_guess_permille() >= kRidesSomeFrom;
    return {.report_sends = lossy  ? kRidesLossy
                            : some ? kRidesSome
                                   : kRides,
            .newest = lossy || frame_packets_ % kWholeEvery == 0 ? kWindowTicks : kNewestTicks,
            .overdue_before = now - overdue};
}

bool Connection::next_frames(OutPacket& packet, Micros now) {
    if (!started_ || pace_.due(unacknowledged()) > now || talk_goes_first(now)) return false;
    if (!bucket_.holds(bytes_needed(), now)) return false;
    std::array<std::uint8_t, kFrameRunBytesMax> run_bytes;
    const FrameRun run = outbox_.write(packet_rules(now), std::span{run_bytes}.first(kFrameRunBytesMax - extra_header_bytes_));
    FramePacket frames{.sequence = path_.upcoming_sequence(),
                       .end = run.first + run.count,
                       .want = window_.confirmed_up_to(),
                       .count = static_cast<std::uint8_t>(run.count),
                       .part_from = static_cast<std::uint8_t>(run.part_from),
                       .part_to = static_cast<std::uint8_t>(run.part_to),
                       .echo = {},
                       .arrival_margin = {},
                       .digest = {},
                       .run = std::span{run_bytes}.first(run.bytes)};
    if (now >= next_echo_ && path_.has_echo(now)) {
        frames.echo = path_.echo(now);
        frames.arrival_margin = arrival_margin_;
    }
    frames.digest = digest_;
    packet.channel = Channel::frames;
    packet.size = write_packet(frames, packet.buffer);
    last_size_ = packet.size;
    // The whole run in a moment is better than a run without its newest frames now: those frames would arrive no sooner.
    if (!bucket_.holds(on_wire(last_size_), now)) return false;
    outbox_.note_sent(run);
    path_.note_sent(now);
    ++frame_packets_;
    if (frames.echo) {
        const bool often = path_.loss_in_permille() >= kEchoLossy || path_.received() < kEchoFirst;
        next_echo_ = now + (often ? kEchoIntervalLossy : kEchoInterval);
    }
    digest_.reset();
    pace_.note_loss(path_.loss_guess_permille());
    pace_.note_sent(now);
    count(packet, now, true);
    return true;
}

void Connection::count(OutPacket& packet, Micros now, bool in_bucket) {
    const std::int64_t bytes = on_wire(packet.size);
    if (in_bucket) {
        bucket_.take(bytes, now);
        if (pace_.copies() == 1) thrift_.take(bytes, now);
    }
    ++counters_.packets_sent;
    counters_.bytes_sent += static_cast<std::uint64_t>(bytes);
}

Micros Connection::next_due(Micros now) {
    Micros due = stream_.due();
    const bool talks = due != kNever && stream_.small_talk();
    if (talks) due = std::max(due, bucket_.when_holds(talk_bytes(std::max(now, due)), now));
    if (started_ && !(talks && talk_goes_first(now))) {
        due = std::min(due, std::max(pace_.due(unacknowledged()), bucket_.when_holds(bytes_needed(), now)));
    }
    return due;
}

}  // namespace albireo::proto
