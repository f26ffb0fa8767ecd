#include "proto/connection.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "proto/rare.hpp"
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

// Voice leaves this much of the bucket: the next packet of frames and its copies do not wait because of it. More of it if only repeats
// are to be sent.
constexpr std::int64_t kVoiceReserve = 140, kVoiceReserveAgain = 200;
/// Packets that carry a piece. Twice leaves 6 % of the pieces missing where a quarter of the packets is lost.
constexpr int voice_rides(int loss_permille) {
    return loss_permille < 15 ? 1 : loss_permille < 200 ? 2 : 3;
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
    started_ = true;
}

void Connection::start_frames(Tick in, Tick out, FrameMemory memory) {
    window_.take_memory(memory.window);
    outbox_.take_memory(memory.outbox);
    start_frames(in, out);
}

void Connection::stop_frames() {
    started_ = owes_ack_ = false;
    window_.drop();
    outbox_.drop();
    voice_.reset();
    digest_.reset();
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
    } else if (channel == Channel::voice) {
        receive_frames(take_voice(bytes), now);  // without frames, which is malformed, if the part of voice is
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
    // The connections of a thread share it: they may be thousands, and it takes 27 KB.
    static thread_local std::vector<Frame> scratch(kWindowTicks);
    const std::span<Frame> frames{scratch.data(), packet.count};
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
    if (!is_due || happens(Rare::message_waits)) return false;
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
    const bool is_for_voice = pace_.due(unacknowledged()) > now;
    if (!started_ || (is_for_voice && voice_due(now) > now) || talk_goes_first(now)) return false;
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
    const std::size_t voice_bytes = put_voice(packet, now);
    count(packet, now, true, is_for_voice ? packet.size + static_cast<std::size_t>(overhead_bytes()) : voice_bytes);
    return true;
}

// -------------------------------------------------------------------------------------------------------------- voice

void Connection::push_voice(const VoicePiece& piece, Micros now) {
    if (!started_ || !knows_voice_) return;
    if (!voice_) voice_ = std::make_unique<VoiceLane>();
    voice_->push(piece, now);
}

/// Returns the rest of the packet, its frames; nothing if the part is malformed.
std::span<const std::uint8_t> Connection::take_voice(std::span<const std::uint8_t> bytes) {
    if (!knows_voice_) return {};
    // Before the frames start nobody listens.
    VoiceLane unheard;
    if (started_ && !voice_) voice_ = std::make_unique<VoiceLane>();
    const std::size_t part = (started_ ? *voice_ : unheard).take(bytes);
    return part == 0 ? std::span<const std::uint8_t>{} : bytes.subspan(part);
}

/// When a packet leaves for the sake of voice alone: frames that change nothing may leave too rarely for it.
Micros Connection::voice_due(Micros now) {
    const Micros due = voice_ ? voice_->due(now) : kNever;
    if (due == kNever) return kNever;
    const auto bytes = static_cast<std::int64_t>(voice_->bytes_waiting());
    return std::max(due, bucket_.when_holds(kVoiceReserve + on_wire(last_size_) + bytes, now));
}

/// Puts voice in front of the frames in `packet`, which are about to be sent, if the bucket has room for it. Returns its size.
std::size_t Connection::put_voice(OutPacket& packet, Micros now) {
    if (!voice_) return 0;
    const std::int64_t room = bucket_.level(now) - on_wire(packet.size);
    std::array<std::uint8_t, VoiceLane::kPartBytesMax> part;
    const std::size_t size = voice_->write(
        part, {.rides = voice_rides(path_.loss_guess_permille()), .room = room - kVoiceReserve, .room_again = room - kVoiceReserveAgain},
        now);
    if (size == 0) return 0;
    assert(packet.size + size <= kLinkPacketBytesMax && "both are far below the limit");
    std::copy_backward(packet.buffer.begin(), packet.buffer.begin() + static_cast<std::ptrdiff_t>(packet.size),
                       packet.buffer.begin() + static_cast<std::ptrdiff_t>(packet.size + size));
    std::copy_n(part.begin(), size, packet.buffer.begin());
    packet.channel = Channel::voice;
    packet.size += size;
    return size;
}

void Connection::count(OutPacket& packet, Micros now, bool in_bucket, std::size_t voice_bytes) {
    const std::int64_t bytes = on_wire(packet.size);
    if (in_bucket) {
        bucket_.take(bytes, now);
        if (pace_.copies() == 1) thrift_.take(bytes - static_cast<std::int64_t>(voice_bytes), now);
    }
    ++counters_.packets_sent;
    counters_.bytes_sent += static_cast<std::uint64_t>(bytes);
}

Micros Connection::next_due(Micros now) {
    Micros due = stream_.due();
    const bool talks = due != kNever && stream_.small_talk();
    if (talks) due = std::max(due, bucket_.when_holds(talk_bytes(std::max(now, due)), now));
    if (started_ && !(talks && talk_goes_first(now))) {
        due = std::min(due, std::max(std::min(pace_.due(unacknowledged()), voice_due(now)), bucket_.when_holds(bytes_needed(), now)));
    }
    return due;
}

}  // namespace albireo::proto
