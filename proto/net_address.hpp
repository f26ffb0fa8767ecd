#pragma once
/// The address of a UDP socket, IPv4 or IPv6, and the paths to it.
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "platform/socket.hpp"

namespace albireo::proto {

/// An IPv4 or IPv6 address; all zeros: none.
class IpAddress {
  public:
    using Bytes = std::array<std::uint8_t, 16>;

    constexpr IpAddress() = default;
    /// Implicit: an IPv4 address in network byte order, as in_addr has it; 0: none.
    constexpr IpAddress(std::uint32_t ipv4) {
        if (ipv4 == 0) return;
        bytes_ = kMapped;
        for (std::size_t i = 0; i < 4; ++i) bytes_[12 + i] = static_cast<std::uint8_t>(ipv4 >> shift_of(i));
    }
    /// An IPv6 address in network byte order; ::ffff:192.0.2.7 is the IPv4 address. `scope`: the number of the interface, for
    /// link-local addresses only. Every other address is the same whatever its scope, which is ignored.
    constexpr explicit IpAddress(const Bytes& bytes, std::uint32_t scope = 0) : bytes_(bytes) {
        if (is_link_local()) scope_ = scope;
    }

    constexpr bool is_none() const { return bytes_ == Bytes{}; }
    constexpr bool is_ipv4() const {
        for (std::size_t i = 0; i < 12; ++i) {
            if (bytes_[i] != kMapped[i]) return false;
        }
        return true;
    }
    constexpr bool is_ipv6() const { return !is_none() && !is_ipv4(); }
    /// fe80::/10: valid on one network only.
    constexpr bool is_link_local() const { return bytes_[0] == 0xfe && (bytes_[1] & 0xc0) == 0x80; }
    constexpr bool is_multicast() const { return bytes_[0] == 0xff; }
    /// 2000::/3: all that the internet has of IPv6.
    constexpr bool is_global_ipv6() const { return (bytes_[0] & 0xe0) == 0x20; }

    /// Whether the internet can have it: it is not private, shared by a provider, local, for groups or reserved (RFC 6890, RFC 4193).
    bool is_public() const;
    /// 100.64.0.0/10 (RFC 6598): a provider's inner network. Private networks over the internet use it too.
    constexpr bool is_shared() const { return (is_ipv4() || is_nat64()) && bytes_[12] == 100 && bytes_[13] >> 6 == 1; }
    constexpr bool is_loopback() const { return *this == loopback() || (is_ipv4() && bytes_[12] == 127); }
    /// 64:ff9b::/96 (RFC 6052): an IPv4 address, in the last four bytes, as a network of IPv6 alone names it.
    constexpr bool is_nat64() const {
        for (std::size_t i = 0; i < 12; ++i) {
            if (bytes_[i] != kNat64[i]) return false;
        }
        return true;
    }

    /// In network byte order; 0 if this is not an IPv4 address.
    constexpr std::uint32_t ipv4() const {
        return is_ipv4() ? in_network_order({bytes_[12], bytes_[13], bytes_[14], bytes_[15]}) : 0;
    }
    /// IPv4 as ::ffff:192.0.2.7, in network byte order.
    constexpr const Bytes& bytes() const { return bytes_; }
    constexpr std::uint32_t scope() const { return scope_; }

    /// What limits and bans are for, as Link::host_of() returns it: one home.
    /// IPv4: the address, below 2³². IPv6: the /64, its 64 bits as a number. ::1 counts as 127.0.0.1; 0: none.
    constexpr std::uint64_t home() const {
        if (is_none() || is_ipv4()) return ipv4();
        if (*this == loopback()) return in_network_order({127, 0, 0, 1});
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < 8; ++i) number = number << 8 | bytes_[i];
        // ::/32 is reserved. A forged sender must not pass as IPv4, or as unknown.
        return number >> 32 != 0 ? number : number | std::uint64_t{1} << 32;
    }

    /// 0.0.0.0, to bind to: all addresses of IPv4, and none of IPv6.
    static constexpr IpAddress any_ipv4() { return IpAddress(kMapped); }
    static constexpr IpAddress loopback() { return IpAddress(Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}); }

    /// (With `auto`, std::array would need a <=>, which the web page's library lacks.)
    constexpr std::strong_ordering operator<=>(const IpAddress&) const = default;

  private:
    /// Where byte i of a number in network byte order is. (std::bit_cast would say it, but the web page's library has none.)
    static constexpr std::size_t shift_of(std::size_t i) { return 8 * (std::endian::native == std::endian::little ? i : 3 - i); }
    static constexpr std::uint32_t in_network_order(const std::array<std::uint8_t, 4>& bytes) {
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < 4; ++i) number |= std::uint32_t{bytes[i]} << shift_of(i);
        return number;
    }
    static constexpr Bytes kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, kNat64{0, 0x64, 0xff, 0x9b};
    Bytes bytes_{};
    std::uint32_t scope_ = 0;
};

/// "192.0.2.7", "2001:db8::1" or "fe80::1%2"; empty: none.
std::string text_of(const IpAddress& address);
/// Reads such a text; a scope may also be the name of an interface, as in "fe80::1%eth0". None if the text has another form.
IpAddress read_ip(const std::string& text);
/// Reads an address to bind to. "::", all addresses of both families, is none; "0.0.0.0" is any_ipv4(). Nothing if the text has
/// another form.
std::optional<IpAddress> read_bind_address(const std::string& text);

struct NetAddress {
    IpAddress host;
    std::uint16_t port = 0;
    auto operator<=>(const NetAddress&) const = default;
};
/// As the system's sockets have it.
inline platform::Endpoint endpoint_of(const NetAddress& address) {
    return {.host = address.host.bytes(), .scope = address.host.scope(), .port = address.port};
}
inline NetAddress address_of(const platform::Endpoint& end) { return {IpAddress(end.host, end.scope), end.port}; }
/// "192.0.2.7:7777" or "[2001:db8::1]:7777".
std::string text_of(const NetAddress& address);

/// A path through a relay. A datagram to `named` is sent to `via`, with `head` in front. A datagram from `via` that begins
/// with `head` is treated as one from `named`, without the head.
struct RelayRoute {
    NetAddress named{};  // an address of 240.0.0.0/4, which no host has
    NetAddress via{};
    std::array<std::uint8_t, 14> head{};
    IpAddress behind{};  // whose datagrams these are, for limits and bans (Link::host_of()); none: unknown, `named` counts
};
inline constexpr std::size_t kRelayRoutesMax = 32;  // of one link: relay_routes.hpp

/// How a client reaches its server.
struct ClientPath {
    std::uint16_t own_port = 0;      // the port to send from, which the routers let through already; 0: any
    std::optional<RelayRoute> relay{};  // the server's own address is then not used
    std::uint8_t shard = 0;  // of the server, modulo the number of its shards
};

}  // namespace albireo::proto
