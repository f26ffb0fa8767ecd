// Goal: a packet with frames alone is sent six bytes shorter and restored exactly; other packets are not changed.
#include "proto/enet_compression.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace albireo::proto {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes command_for(std::size_t size, Channel channel = Channel::frames) {
    return {kUnsequencedCommand,
            static_cast<std::uint8_t>(channel),
            0,
            0,
            0x12,
            0x34,
            static_cast<std::uint8_t>(size >> 8),
            static_cast<std::uint8_t>(size)};
}

TEST_CASE("a packet with frames alone is six bytes shorter, and restored at the other end") {
    for (std::size_t size = 1; size <= kLinkPacketBytesMax; size += size < 20 ? 1 : 59) {
        const Bytes packet(size, 0xa5);
        Bytes command = command_for(size), small(size + 2), whole(size + kUnsequencedBytes);
        CHECK(compress_packet(command, packet, small) == size + 2);
        CHECK(decompress_packet(small, whole) == whole.size());
        command.insert(command.end(), packet.begin(), packet.end());
        CHECK(whole == command);
        // A buffer that is too short gets nothing.
        CHECK(compress_packet(command_for(size), packet, std::span{small}.first(size + 1)) == 0);
        CHECK(decompress_packet(small, std::span{whole}.first(whole.size() - 1)) == 0);
    }
}

TEST_CASE("any other packet is sent as it is") {
    const Bytes packet(40, 1);
    Bytes out(100);
    CHECK(compress_packet(command_for(40, Channel::control), packet, out) == 0);
    CHECK(compress_packet(command_for(41), packet, out) == 0);
    for (std::size_t byte : {0u, 2u, 3u}) {
        Bytes command = command_for(40);
        command[byte] ^= 0x80;
        CHECK(compress_packet(command, packet, out) == 0);
    }
    const Bytes command = command_for(40);
    CHECK(compress_packet(std::span{command}.first(7), packet, out) == 0);
    CHECK(compress_packet(command_for(0), {}, out) == 0);
}

TEST_CASE("packets that no sender writes are refused") {
    Bytes out(4096);
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, kLinkPacketBytesMax + 3, std::size_t{4094}}) {
        CHECK(decompress_packet(Bytes(size), out) == 0);
        CHECK_FALSE(may_be_compressed(size));
    }
}

}  // namespace
}  // namespace albireo::proto
