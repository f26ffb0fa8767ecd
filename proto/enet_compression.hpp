#pragma once
/// Saves six of the eight bytes of ENet's command in a datagram that carries a single packet of frames. The
/// "compressed" flag in ENet's header implies the command and the channel; the datagram's length implies the packet's
/// length. ENet calls these functions as its compressor. All other datagrams are sent unchanged.
///
///     command 49, channel 01, 00 00, group (2), length (2), packet      →      group (2), packet
///
/// 1. decompress_packet() restores the exact input of compress_packet(), or refuses. Its result is always one packet
///    for Channel::frames.
/// 2. Neither function accesses a byte outside the spans or allocates.
#include <algorithm>
#include <cstdint>
#include <span>

#include "proto/link.hpp"

namespace albireo::proto {

inline constexpr std::uint8_t kUnsequencedCommand = 0x49;
inline constexpr std::size_t kUnsequencedBytes = 8;  // command, channel, sequence number 0 (2), group (2), length (2)
inline constexpr std::size_t kGroupBytes = 2;        // ENet recognises duplicate packets by it

/// Whether a payload of this size after ENet's header can be a compressed packet.
constexpr bool may_be_compressed(std::size_t size) {
    return size > kGroupBytes && size <= kGroupBytes + kLinkPacketBytesMax;
}

/// Returns the bytes written; 0 if the input cannot be compressed, or `out` is too short.
inline std::size_t compress_packet(std::span<const std::uint8_t> command, std::span<const std::uint8_t> packet,
                                   std::span<std::uint8_t> out) {
    const std::size_t size = kGroupBytes + packet.size();
    if (command.size() != kUnsequencedBytes || !may_be_compressed(size) || size > out.size()) return 0;
    const std::uint8_t implied[] = {kUnsequencedCommand, static_cast<std::uint8_t>(Channel::frames), 0, 0};
    const std::size_t length = static_cast<std::size_t>(command[6]) << 8 | command[7];
    if (!std::ranges::equal(command.first(sizeof implied), implied) || length != packet.size()) return 0;
    std::ranges::copy(command.subspan(sizeof implied, kGroupBytes), out.begin());
    std::ranges::copy(packet, out.begin() + kGroupBytes);
    return size;
}

/// Returns the original size of command and packet; 0 if the input is not compressed, or `out` is too short.
inline std::size_t decompress_packet(std::span<const std::uint8_t> compressed, std::span<std::uint8_t> out) {
    if (!may_be_compressed(compressed.size())) return 0;
    const auto packet = compressed.subspan(kGroupBytes);
    if (kUnsequencedBytes + packet.size() > out.size()) return 0;
    const std::uint8_t command[kUnsequencedBytes] = {kUnsequencedCommand,
                                                     static_cast<std::uint8_t>(Channel::frames),
                                                     0,
                                                     0,
                                                     compressed[0],
                                                     compressed[1],
                                                     static_cast<std::uint8_t>(packet.size() >> 8),
                                                     static_cast<std::uint8_t>(packet.size())};
    std::ranges::copy(command, out.begin());
    std::ranges::copy(packet, out.begin() + kUnsequencedBytes);
    return kUnsequencedBytes + packet.size();
}

}  // namespace albireo::proto
