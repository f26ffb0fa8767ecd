#pragma once
/// The layout of an unreliable packet of frames (WIRE.md has the picture): six bytes of header, then what it needs.
/// 1. Whatever write_packet() makes fits into kFramePacketBytesMax.
/// 2. read_packet() touches no byte outside the span and answers every byte string with a packet or an error.
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "proto/byte_bucket.hpp"
#include "proto/frame_outbox.hpp"
#include "proto/link.hpp"
#include "proto/path_estimate.hpp"
#include "proto/seal.hpp"

namespace albireo::proto {

/// The most that a frame packet may hold, so that the bucket will eventually have room for it.
inline constexpr std::size_t kFramePacketBytesMax = kBucketDepth - overhead_bytes(Channel::frames) - kSealBytes;
inline constexpr std::size_t kFramePacketHeadMax = 6 + 2 + 2 + 4 + 2 + 12;
inline constexpr std::size_t kFrameRunBytesMax = kFramePacketBytesMax - kFramePacketHeadMax;
static_assert(kFrameRunBytesMax > kFrameBytesMax);

/// How early the receiver's frames arrive, in quarter ticks: before the partner's frame of the same tick, and, once both
/// are there, before the server may step them (it runs no faster than real time).
struct Earliness {
    std::int8_t partner_quarters = 0;
    std::int8_t need_quarters = 0;

    bool operator==(const Earliness&) const = default;
};

/// One number over the digests of the sender's confirmed worlds up to `tick` (DigestHistory::span_digest).
struct DigestNote {
    Tick tick;
    std::uint64_t digest = 0;

    bool operator==(const DigestNote&) const = default;
};

struct FramePacket {
    std::uint16_t sequence = 0;
    Tick end;                                 // one past the last frame in the packet
    Tick want;                                // the frame that the sender expects next: all before it are acknowledged
    std::uint8_t count = 0;                   // frames in the packet
    std::uint8_t part_from = 0, part_to = 0;  // frames of this stretch are sent without their reports
    std::optional<Echo> echo;
    std::optional<Earliness> earliness;  // only beside an echo
    std::optional<DigestNote> digest;
    std::span<const std::uint8_t> run;

    Tick first() const { return end - count; }
    bool in_full(std::uint32_t i) const { return i < part_from || i >= part_to; }
};

/// Returns the number of bytes, 0 if `out` is too short.
std::size_t write_packet(const FramePacket& packet, std::span<std::uint8_t> out);

enum class PacketError : std::uint8_t { none, cut, too_many_frames, bad_head };
std::string_view text_of(PacketError error);

/// `near_end` and `near_want` are ticks from which the true ones differ by less than 2^15: the packet has their low
/// bits.
PacketError read_packet(std::span<const std::uint8_t> bytes, Tick near_end, Tick near_want, FramePacket& packet);

}  // namespace albireo::proto
