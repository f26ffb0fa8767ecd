#pragma once
/// The voice of one connection, in both directions: pieces of 20 ms, which travel in front of packets of frames (WIRE.md).
/// Unreliable: a piece is repeated in later packets, as often as the loss requires and the caller's room allows, and is forgotten
/// soon. Owned by a Connection.
/// 1. Frames go first: write() never fills more than the room that the caller has left for voice.
/// 2. Everything is bounded, whatever arrives: kHeld pieces wait to be sent, kArrivedMax to be taken; the oldest give way.
/// 3. A piece that arrives twice is handed out once, in the order of arrival.
/// 4. take() accesses no byte outside the span.
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "proto/micros.hpp"

namespace albireo::proto {

inline constexpr Micros kVoicePieceTime = 20 * kMicrosPerMs;
/// The longest piece: 24 kbit/s. The encoder aims for less, and is told this limit.
inline constexpr std::size_t kVoicePieceBytesMax = 60;

/// 20 ms of a player's voice, encoded (client/voice); opaque to the protocol.
struct VoicePiece {
    std::uint16_t number = 0;  // counts pieces of time, silent ones too; it wraps
    std::uint8_t size = 0;     // 1 … kVoicePieceBytesMax
    std::array<std::uint8_t, kVoicePieceBytesMax> buffer{};

    std::span<const std::uint8_t> bytes() const { return std::span{buffer}.first(size); }
    bool operator==(const VoicePiece&) const = default;
};

/// How many pieces `a` is after `b`.
constexpr std::int32_t voice_distance(std::uint16_t a, std::uint16_t b) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(a - b));
}

class VoiceLane {
  public:
    static constexpr std::size_t kHeld = 4;          // also the span of numbers in a packet
    static constexpr std::size_t kArrivedMax = 16;   // 320 ms
    static constexpr Micros kWaitMax = 15 * kMicrosPerMs;    // for a packet of frames to travel with
    static constexpr Micros kStale = 100 * kMicrosPerMs;     // later than that nobody waits for a piece
    static constexpr Micros kRideGap = 10 * kMicrosPerMs;    // between two packets with the same piece: losses come in runs
    /// Numbers that are further apart belong to another run of the sender's numbers.
    static constexpr std::int32_t kSeenSpan = 64;
    static constexpr std::size_t kPartBytesMax = 2 + kHeld * (1 + kVoicePieceBytesMax);

    struct Rules {
        int rides = 1;                // packets that carry a piece
        std::int64_t room = 0;        // bytes, for pieces that have not been sent yet
        std::int64_t room_again = 0;  // … with pieces that have
    };
    struct Counters {
        std::uint64_t pushed = 0, sent = 0, repeated = 0;
        std::uint64_t unsent = 0;    // given up before they were ever sent
        std::uint64_t received = 0;  // without repeats
        std::uint64_t not_taken = 0;
    };

    void push(const VoicePiece& piece, Micros now);
    /// Fills `out` with the part for a packet that is about to leave. Returns its size, 0 if there is none.
    std::size_t write(std::span<std::uint8_t, kPartBytesMax> out, Rules rules, Micros now);
    /// When a packet has to leave because of a piece that was never sent; kNever if there is none.
    Micros due(Micros now);
    /// The size of the part with that piece alone.
    std::size_t bytes_waiting() const;

    /// Takes the part at the beginning of a packet. Returns its size; 0 if it is malformed.
    std::size_t take(std::span<const std::uint8_t> bytes);
    std::optional<VoicePiece> next();

    const Counters& counters() const { return counters_; }

  private:
    struct Held {
        VoicePiece piece;
        Micros came_at = 0, sent_at = 0;
        int rides = 0;
    };
    void forget(Micros now);
    bool is_new(std::uint16_t number);

    std::vector<Held> held_;  // by number, oldest first
    std::deque<VoicePiece> arrived_;
    std::optional<std::uint16_t> newest_;  // that has arrived
    std::uint64_t seen_ = 0;               // bit i: newest − i has arrived
    Counters counters_;
};

}  // namespace albireo::proto
