#pragma once
/// The address of a UDP socket, and the ways to it.
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

/// A way through a relay. What is sent to `named` goes to `via`, with `head` in front. A datagram from `via` that begins
/// with `head` counts as one from `named`, without the head.
struct Detour {
    NetAddress named{};  // an address of 240.0.0.0/4, where nobody lives
    NetAddress via{};
    std::array<std::uint8_t, 14> head{};
};
inline constexpr std::size_t kDetoursMax = 32;  // of one link; a new one replaces the oldest

/// How a client reaches its server.
struct ClientPath {
    std::uint16_t own_port = 0;      // the port to send from, for which routers have a way open; 0: any
    std::optional<Detour> detour{};  // the server's own address is then not used
};

}  // namespace albireo::proto
