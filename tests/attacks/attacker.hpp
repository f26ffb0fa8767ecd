#pragma once
/// Attackers in virtual time: peers of a lobby, from an address of their choice.
#include "tests/attacks/guest.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

namespace albireo::attacks {

/// An address as Link::host_of() gives it: IPv4, its bytes in network order.
constexpr std::uint64_t address(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    return a | b << 8 | c << 16 | d << 24;
}

/// How a holder comes from that address.
inline Holder::Connect from_address(storm::LobbyFixture& fixture, std::uint64_t host) {
    return [&fixture, host] { return fixture.net.connect(host); };
}

}  // namespace albireo::attacks
