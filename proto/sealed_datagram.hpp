#pragma once
/// The head of a sealed datagram: which peer it belongs to, and which channel. The rest is a seal (sealer.hpp) around one
/// packet.
///
///     head (2, big-endian)   |   counter (2)   |   packet, encrypted   |   tag (8)
///     bits 0-13: the peer's number at the receiver; bits 14-15: channel
///
/// 1. The seal covers the head, so a changed number or channel makes the datagram a forgery.
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "proto/keys.hpp"
#include "proto/link.hpp"

namespace albireo::proto {

inline constexpr std::size_t kSealedHeadBytes = 2;
inline constexpr int kPeerNumberBits = 14;
/// Of a server with several shards: the number, modulo their number, is the shard's.
inline constexpr std::uint16_t kPeerNumberMax = (1 << kPeerNumberBits) - 1;
inline constexpr std::size_t kSealedDatagramMax = kSealedHeadBytes + kSealBytes + kLinkPacketBytesMax;
static_assert(kLinkPacketBytesMax <= kSealedPacketMax);
static_assert(overhead_bytes() == 28 + kSealedHeadBytes + kSealBytes);

struct SealedHead {
    std::uint16_t peer = 0;  // 0 … kPeerNumberMax
    Channel channel = Channel::control;
    bool operator==(const SealedHead&) const = default;
};

/// Nothing if the size or the first bits are not those of a sealed datagram.
inline std::optional<SealedHead> read_sealed_head(std::span<const std::uint8_t> datagram) {
    if (datagram.size() <= kSealedHeadBytes + kSealBytes || datagram.size() > kSealedDatagramMax) return std::nullopt;
    const int bits = datagram[0] << 8 | datagram[1];
    if (bits >> kPeerNumberBits >= static_cast<int>(kChannelCount)) return std::nullopt;
    return SealedHead{static_cast<std::uint16_t>(bits & kPeerNumberMax), static_cast<Channel>(bits >> kPeerNumberBits)};
}

/// Seals a packet of 1 … kLinkPacketBytesMax bytes. Returns the size of the datagram; `out` must hold
/// kSealedDatagramMax.
inline std::size_t write_sealed(SealedHead head, Sealer& seal, std::span<const std::uint8_t> packet,
                                std::span<std::uint8_t> out) {
    const int bits = static_cast<int>(head.channel) << kPeerNumberBits | head.peer;
    out[0] = static_cast<std::uint8_t>(bits >> 8);
    out[1] = static_cast<std::uint8_t>(bits);
    return seal.seal(out, kSealedHeadBytes, packet);
}

}  // namespace albireo::proto
