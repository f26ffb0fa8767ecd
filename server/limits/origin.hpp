#pragma once
/// The address of a peer, as Link::host_of() returns it, and its form in logs.
/// 1. 0: unknown, as on a link in memory. It has no limits.
/// 2. Below 2³²: an IPv4 address, its bytes in network order. Otherwise: the first 64 bits of an IPv6 address, as a number.
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

/// An IPv4 address as a number, 192.0.2.7 as 0xc0000207. Nothing for any other.
std::optional<std::uint32_t> ipv4_number(Host host);

/// A range of IPv4 addresses: "203.0.113.5" or "10.0.0.0/8".
struct HostRange {
    std::uint32_t first = 0, mask = 0;  // in host order
    bool contains(Host host) const;
    /// "203.0.113.5" or "10.0.0.0/8".
    std::string text() const;
};
/// Nothing if the text has another form.
std::optional<HostRange> read_host_range(std::string_view text);

}  // namespace albireo::server
