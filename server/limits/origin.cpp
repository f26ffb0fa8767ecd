#include "server/limits/origin.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstring>

#include "proto/net_address.hpp"

namespace albireo::server {
namespace {

using Bytes = std::array<std::uint8_t, 4>;

bool is_ipv4(Host host) { return host <= 0xffff'ffff; }

/// The bytes of an IPv4 address as they are in memory, which is network order.
Bytes bytes_of(Host host) {
    const auto word = static_cast<std::uint32_t>(host);
    Bytes bytes;
    std::memcpy(bytes.data(), &word, sizeof word);
    return bytes;
}

Host host_of(const Bytes& bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    return word;
}

std::uint32_t number_of(const Bytes& bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

constexpr std::uint64_t kIpv4Mask = 0xffff'ffff'0000'0000;

std::uint64_t mask_of(unsigned bits) {
    return bits == 0 ? 0 : ~std::uint64_t{0} << (64 - bits);
}

}  // namespace

Host prefix_of(Host host) {
    if (!is_ipv4(host)) return host & ~Host{0xffff};
    Bytes bytes = bytes_of(host);
    bytes[3] = 0;
    return host_of(bytes);
}

std::string address_text(Host host, LogAddresses how) {
    if (host == 0 || how == LogAddresses::off) return {};
    const bool whole = how == LogAddresses::full;
    if (!is_ipv4(host)) {
        const auto part = [&](int shift) { return host >> shift & 0xffff; };
        return whole ? fmt::format("{:x}:{:x}:{:x}:{:x}::/64", part(48), part(32), part(16), part(0))
                     : fmt::format("{:x}:{:x}:{:x}::/48", part(48), part(32), part(16));
    }
    const Bytes bytes = bytes_of(host);
    return whole ? fmt::format("{}.{}.{}.{}", bytes[0], bytes[1], bytes[2], bytes[3])
                 : fmt::format("{}.{}.{}.0/24", bytes[0], bytes[1], bytes[2]);
}

std::optional<std::uint64_t> number_of(Host host) {
    if (host == 0) return std::nullopt;
    return is_ipv4(host) ? number_of(bytes_of(host)) : host;
}

bool HostRange::contains(Host host) const {
    assert((first & ~mask) == 0 && "a range begins at its network's first address");
    const auto number = number_of(host);
    return number && (*number & mask) == first;
}

std::string HostRange::text() const {
    const int bits = std::popcount(mask);
    assert((is_ipv6() || bits >= 32) && "a range of IPv4 has all IPv4 addresses at most");
    if (is_ipv6()) {
        proto::IpAddress::Bytes bytes{};
        for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(first >> (56 - 8 * i));
        return fmt::format("{}/{}", proto::text_of(proto::IpAddress(bytes)), bits);
    }
    const std::string address = fmt::format("{}.{}.{}.{}", first >> 24, first >> 16 & 0xff, first >> 8 & 0xff, first & 0xff);
    return bits == 64 ? address : fmt::format("{}/{}", address, bits - 32);
}

std::optional<HostRange> read_host_range(std::string_view text) {
    const auto slash = text.find('/');
    const proto::IpAddress address = proto::read_ip(std::string(text.substr(0, slash)));
    const bool is_ipv6 = address.is_ipv6();
    if (address.scope() != 0 || (address.is_none() && text.substr(0, slash) != "0.0.0.0")) return std::nullopt;
    unsigned bits = is_ipv6 ? 64 : 32;
    if (slash != std::string_view::npos) {
        const std::string_view digits = text.substr(slash + 1);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
        if (error != std::errc{} || end != digits.data() + digits.size() || bits > (is_ipv6 ? 64u : 32u)) return std::nullopt;
    }
    const std::uint64_t mask = is_ipv6 ? mask_of(bits) : kIpv4Mask | mask_of(bits + 32);
    const HostRange range{number_of(address.home()).value_or(0) & mask, mask};
    // ::/0 would contain IPv4. All of the internet's IPv6 is 2000::/3.
    return range.is_ipv6() == is_ipv6 ? std::optional(range) : std::nullopt;
}

}  // namespace albireo::server
