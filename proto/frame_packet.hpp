#pragma once
/// The layout of an unreliable packet of frames (WIRE.md shows it): a header of at least six bytes with optional
/// fields, then the run.
/// 1. A packet with a run of at most kFrameRunBytesMax fits into kFramePacketBytesMax.
/// 2. read_packet() accesses no byte outside the span. Any bytes yield a packet or an error.
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "proto/byte_bucket.hpp"
#include "proto/frame_outbox.hpp"
#include "proto/link.hpp"
#include "proto/path_estimate.hpp"

namespace albireo::proto {

/// The longest packet of frames: on the wire it takes no more than the full bucket.
inline constexpr std::size_t kFramePacketBytesMax = kBucketDepth - overhead_bytes();
inline constexpr std::size_t kFramePacketHeadMax = 6 + 2 + 2 + 4 + 2 + 12;
inline constexpr std::size_t kFrameRunBytesMax = kFramePacketBytesMax - kFramePacketHeadMax;
static_assert(kFrameRunBytesMax - kIpv6ExtraBytes > kFrameBytesMax);

/// How early the frames of this packet's receiver reach the server, in quarter ticks (smoothed):
///   partner_quarters   before the partner's frame of the same tick; negative: after it
///   need_quarters      how long a tick with both frames then waits, because the server steps no faster than real time
struct ArrivalMargin {
    std::int8_t partner_quarters = 0;
    std::int8_t need_quarters = 0;

    bool operator==(const ArrivalMargin&) const = default;
};

/// A digest over the digests of the sender's confirmed worlds up to `tick` (DigestHistory::span_digest).
struct DigestNote {
    Tick tick;
    std::uint64_t digest = 0;

    bool operator==(const DigestNote&) const = default;
};

struct FramePacket {
    std::uint16_t sequence = 0;
    Tick end;                                 // one past the last frame in the packet
    Tick want;                                // the tick expected next: all frames before it are acknowledged
    std::uint8_t count = 0;                   // frames in the packet
    std::uint8_t part_from = 0, part_to = 0;  // frames of this stretch are sent without their reports
    std::optional<Echo> echo;
    std::optional<ArrivalMargin> arrival_margin;  // only together with an echo
    std::optional<DigestNote> digest;
    std::span<const std::uint8_t> run;  // packed (run_packer.hpp)

    Tick first() const { return end - count; }
    /// Whether frame `i` of the run was sent with its reports.
    bool in_full(std::uint32_t i) const { return i < part_from || i >= part_to; }
};

/// Returns the number of bytes written; 0 if `out` is too short.
std::size_t write_packet(const FramePacket& packet, std::span<std::uint8_t> out);

enum class PacketError : std::uint8_t { none, cut, too_many_frames, bad_head };
std::string_view text_of(PacketError error);

/// Fills `packet`; its run refers to `bytes`. The packet holds only the low bits of `end` and `want`: `near_end` and
/// `near_want` must be less than 2^15 ticks from them.
PacketError read_packet(std::span<const std::uint8_t> bytes, Tick near_end, Tick near_want, FramePacket& packet);

}  // namespace albireo::proto
