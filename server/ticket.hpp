#pragma once
/// The pass of a ticket. A server of a fleet sends a client with a ticket to the server that has the game, and the client shows the
/// ticket's pass there. It proves that a server of this fleet has looked up the code: such a request is no guess.
///
///     pass = expiry (8, seconds since 1970) | BLAKE2b-128, keyed with the fleet's secret, of
///            "Albireo 2 ticket" S (32) port (2) expiry (8) code          S, port: of the server that the ticket leads to
///
/// 1. Valid for one code, on one port of one server, for kPassFor. It admits nobody: the code or the seat's token does that.
/// 2. The servers' clocks may differ by kClocksDiffer.
#include <cstdint>
#include <string_view>

#include "proto/keys.hpp"
#include "proto/messages.hpp"

namespace albireo::server {

using FleetSecret = std::array<std::uint8_t, 32>;
inline constexpr std::uint64_t kPassFor = 30;       // seconds
inline constexpr std::uint64_t kClocksDiffer = 60;  // seconds

proto::Pass make_pass(const FleetSecret& secret, const proto::PublicKey& server, std::uint16_t port, std::string_view code,
                      std::uint64_t unix_seconds);
/// Takes the same time whatever the pass is.
bool is_valid(const proto::Pass& pass, const FleetSecret& secret, const proto::PublicKey& server, std::uint16_t port, std::string_view code,
              std::uint64_t unix_seconds);

}  // namespace albireo::server
