#pragma once
/// The address of a peer, as Link::host_of() returns it, and its form in logs.
/// 1. 0: unknown, as on a link in memory. It has no limits.
/// 2. Below 2³²: an IPv4 address, its bytes in network order. Otherwise: an IPv6 /64, its 64 bits as a number (IpAddress::home()).
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::server {

using Host = std::uint64_t;

/// The IPv4 /24 or IPv6 /48 that the address is in.
Host prefix_of(Host host);

/// How much of players' addresses the log shows.
enum class LogAddresses : std::uint8_t { off, net, full };

/// "192.0.2.7", or its prefix: "192.0.2.0/24". Empty if `host` is unknown or addresses are off.
std::string address_text(Host host, LogAddresses how);

/// A range of IPv4 addresses, or of IPv6 /64s: "203.0.113.5", "10.0.0.0/8", "2001:db8:1:2::/64" or "2001:db8:1::/48".
///
/// IPv4 addresses as numbers (192.0.2.7 is 0xc0000207) and the first halves of IPv6 addresses share one row of numbers: the former
/// are below 2³², the latter are not. A range of IPv4 has all upper bits in its mask, so it contains no IPv6.
struct HostRange {
    std::uint64_t first = 0, mask = 0;
    bool contains(Host host) const;
    bool is_ipv6() const { return first >> 32 != 0; }
    /// In the forms above.
    std::string text() const;
};
/// Nothing if the text has another form. An IPv6 address stands for its /64; longer prefixes than that are not accepted.
std::optional<HostRange> read_host_range(std::string_view text);

/// The address's place in that row; nothing if it is unknown.
std::optional<std::uint64_t> number_of(Host host);

}  // namespace albireo::server
