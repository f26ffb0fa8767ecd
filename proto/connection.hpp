#pragma once
/// One end of a connection, without a socket: the reliable messages, the frames in both directions, and the decision when
/// to send which packet. The client owns one, the server owns one per client. Bytes and `now` in, bytes out.
/// 1. Every packet that a Connection makes fits a Link, and all packets of a running game together fit the bucket.
/// 2. Invalid input increments a counter and has no other effect.
/// 3. Frames are exchanged only after start_frames(). Frames that arrive earlier are used to measure the path and then
///    dropped; the other end retransmits them. The memory for frames, 200 KB, is taken by start_frames() too, so a peer
///    that only connects costs little.
#include <array>
#include <cassert>
#include <memory>
#include <optional>

#include "proto/byte_bucket.hpp"
#include "proto/codec.hpp"
#include "proto/frame_packet.hpp"
#include "proto/link.hpp"
#include "proto/message_stream.hpp"
#include "proto/send_pace.hpp"
#include "proto/voice_lane.hpp"

namespace albireo::proto {

struct ConnectionOptions {
    bool eco = false;
};

struct OutPacket {
    Channel channel = Channel::control;
    std::size_t size = 0;
    std::array<std::uint8_t, kLinkPacketBytesMax> buffer;
    std::span<const std::uint8_t> bytes() const { return std::span{buffer}.first(size); }
};

/// The memory for the frames of a connection. To touch 100 KB for the first time costs up to half a millisecond, so a server has another
/// thread make it.
struct FrameMemory {
    FrameWindow window{Tick{}};
    FrameOutbox outbox{Tick{}};
};

class Connection {
  public:
    struct Counters {
        std::uint64_t packets_sent = 0, bytes_sent = 0;  // with all headers
        std::uint64_t packets_received = 0, bytes_received = 0;
        std::uint64_t malformed = 0;       // packets or messages that do not decode
        std::uint64_t out_of_context = 0;  // runs that cannot be decoded: frames before them have not arrived
        std::uint64_t too_early = 0;       // frames before start_frames()
        std::uint64_t acks_ignored = 0;    // acknowledgements of frames that were never pushed
    };

    explicit Connection(ConnectionOptions options = {});

    // The reliable channel.
    /// Queues a message. Returns false if it breaks a limit of messages.hpp.
    bool send(const Message& message);
    /// The next received message, if there is one.
    std::optional<Message> next_message();
    /// Sends less often while nothing changes, as the other end requested.
    void set_eco(bool eco) { pace_.set_eco(eco); }
    /// Whether the peer knows the message Signal, by its Hello or Welcome.
    void set_knows_signals(bool knows) { knows_signals_ = knows; }
    bool knows_signals() const { return knows_signals_; }
    /// Whether the peer knows the message Spectators, by its Hello.
    void set_knows_spectators(bool knows) { knows_spectators_ = knows; }
    bool knows_spectators() const { return knows_spectators_; }
    /// Whether the peer knows voice, by its Hello or Welcome. Voice of a peer that does not is malformed.
    void set_knows_voice(bool knows) { knows_voice_ = knows; }
    bool knows_voice() const { return knows_voice_; }
    /// Whether the peer knows RematchWish, by its Hello or Welcome.
    void set_knows_wishes(bool knows) { knows_wishes_ = knows; }
    bool knows_wishes() const { return knows_wishes_; }
    /// How many bytes each packet takes on this path beyond wire_bytes() (Link::extra_header_bytes()), for the bucket.
    void set_extra_header_bytes(std::size_t bytes) {
        assert(bytes <= kIpv6ExtraBytes && "a run of frames still fits the bucket");
        extra_header_bytes_ = bytes;
    }
    std::size_t messages_unacknowledged() const { return stream_.unacknowledged(); }
    // Of transfers (message_stream.hpp).
    Micros transfer_stalled_since() const { return stream_.stalled_since(); }
    std::uint64_t bytes_repeated() const { return stream_.bytes_repeated(); }
    void slow_repeats(bool slow) { stream_.slow_repeats(slow); }

    // Frames.
    /// `in`: the first tick expected from the other end; `out`: the first tick that push_frame() will send.
    void start_frames(Tick in, Tick out);
    /// … with this memory, unless it has some already.
    void start_frames(Tick in, Tick out, FrameMemory memory);
    bool frames_started() const { return started_; }
    /// The game is over, and only messages follow: gives the memory for frames back. Later frames are ignored.
    void stop_frames();
    /// Whether push_frame() may be called: fewer than kWindowTicks frames are unacknowledged.
    bool has_room() const { return outbox_.has_room(); }
    /// Queues the frame of the next tick, from `out` on. Requires frames_started() and has_room().
    void push_frame(const Frame& frame, Micros now);
    FrameWindow& incoming() { return window_; }
    const FrameWindow& incoming() const { return window_; }
    const FrameOutbox& outgoing() const { return outbox_; }

    // Voice, in a running game only. It takes what frames and messages leave of the bucket.
    /// Queues a piece; it is dropped if the peer does not know voice, or frames have not started.
    void push_voice(const VoicePiece& piece, Micros now);
    /// The next received piece, if there is one.
    std::optional<VoicePiece> next_voice() { return voice_ ? voice_->next() : std::nullopt; }
    VoiceLane::Counters voice_counters() const { return voice_ ? voice_->counters() : VoiceLane::Counters{}; }

    // Sent along with frames.
    void set_arrival_margin(ArrivalMargin arrival_margin) { arrival_margin_ = arrival_margin; }
    /// The last one received; nothing before that.
    std::optional<ArrivalMargin> peer_arrival_margin() const { return peer_arrival_margin_; }
    /// Sent once and never retransmitted: the next digest covers the same ticks, and a mismatch is reported reliably.
    void set_digest(DigestNote note) { digest_ = note; }
    /// The newest digest received since the last call, if any.
    std::optional<DigestNote> next_digest();

    // Packets.
    /// Takes a packet from the link. Untrusted: an invalid one is counted (Counters::malformed).
    void receive(Channel channel, std::span<const std::uint8_t> bytes, Micros now);
    /// Fills `packet` with the next packet that is due. Returns false if none is; call it until then.
    bool next_packet(OutPacket& packet, Micros now);
    /// When the next packet is due if nothing is received or queued before then; kNever if none is.
    Micros next_due(Micros now);

    const PathEstimate& path() const { return path_; }
    /// The round trip, estimated from frames or, before a game, from messages; 0: not known yet.
    Micros ping() const { return path_.knows_rtt() ? path_.rtt() : stream_.ping(); }
    /// When a packet of any kind last arrived; negative if never. Liveness is judged by this.
    Micros last_heard() const { return last_heard_; }
    const Counters& counters() const { return counters_; }

  private:
    bool unacknowledged() const { return outbox_.count() != 0 || owes_ack_; }
    void receive_frames(std::span<const std::uint8_t> bytes, Micros now);
    void take_run(const FramePacket& packet);
    bool next_control(OutPacket& packet, Micros now);
    bool next_frames(OutPacket& packet, Micros now);
    std::size_t put_voice(OutPacket& packet, Micros now);
    std::span<const std::uint8_t> take_voice(std::span<const std::uint8_t> bytes);
    Micros voice_due(Micros now);
    std::int64_t on_wire(std::size_t packet) const { return static_cast<std::int64_t>(wire_bytes(packet) + extra_header_bytes_); }
    std::int64_t bytes_needed() const;
    std::int64_t talk_bytes(Micros now) const;
    bool talk_goes_first(Micros now) const;
    PacketRules packet_rules(Micros now);
    void count(OutPacket& packet, Micros now, bool in_bucket, std::size_t voice_bytes = 0);

    MessageStream stream_;
    FrameWindow window_;
    FrameOutbox outbox_;
    PathEstimate path_;
    SendPace pace_;
    ByteBucket bucket_;
    std::size_t extra_header_bytes_ = 0;
    bool knows_signals_ = false;
    bool knows_spectators_ = false;
    bool knows_voice_ = false;
    bool knows_wishes_ = false;
    std::unique_ptr<VoiceLane> voice_;  // null until there is voice: most connections have none
    ByteBucket thrift_;  // the budget that a connection with little loss aims for
    Counters counters_;
    bool started_ = false;
    bool owes_ack_ = false;
    Micros last_heard_ = -1;
    Micros next_echo_ = 0;
    Micros talk_waits_since_ = -1;  // when small talk began to wait for the bucket; -1: it does not wait
    std::size_t last_size_ = 0;
    std::uint32_t frame_packets_ = 0;
    std::optional<ArrivalMargin> arrival_margin_, peer_arrival_margin_;
    std::optional<DigestNote> digest_, heard_digest_;
};

}  // namespace albireo::proto
