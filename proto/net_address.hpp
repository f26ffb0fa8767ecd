#pragma once
/// The address of a UDP socket, and the paths to it.
#include <array>
#include <compare>
#include <cstdint>
#include <optional>

namespace albireo::proto {

struct NetAddress {
    std::uint32_t host = 0;  // IPv4, in network byte order
    std::uint16_t port = 0;
    auto operator<=>(const NetAddress&) const = default;
};

/// A path through a relay. A datagram to `named` is sent to `via`, with `head` in front. A datagram from `via` that begins
/// with `head` is treated as one from `named`, without the head.
struct RelayRoute {
    NetAddress named{};  // an address of 240.0.0.0/4, which no host has
    NetAddress via{};
    std::array<std::uint8_t, 14> head{};
};
inline constexpr std::size_t kRelayRoutesMax = 32;  // of one link; a new one replaces the least recently used

/// How a client reaches its server.
struct ClientPath {
    std::uint16_t own_port = 0;      // the port to send from, which the routers let through already; 0: any
    std::optional<RelayRoute> relay{};  // the server's own address is then not used
};

}  // namespace albireo::proto
