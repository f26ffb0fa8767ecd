#pragma once
/// Where a peer comes from, as Link::host_of() gives it, and what it is called in logs.
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

/// How much of an address the log shows.
enum class AddressShown : std::uint8_t { full, prefix, none };

/// "203.0.113.5"; "203.0.113.0/24" as a prefix; "an address" if none is shown; "in memory" if it is unknown.
std::string text_of(Host host, AddressShown shown = AddressShown::full);

/// A range of IPv4 addresses: "203.0.113.5" or "10.0.0.0/8".
struct HostRange {
    std::uint32_t first = 0, mask = 0;  // in host order
    bool contains(Host host) const;
};
/// Nothing if the text has another form.
std::optional<HostRange> read_host_range(std::string_view text);

}  // namespace albireo::server
