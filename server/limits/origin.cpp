#include "server/limits/origin.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstring>

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

std::optional<std::uint32_t> ipv4_number(Host host) {
    if (host == 0 || !is_ipv4(host)) return std::nullopt;
    return number_of(bytes_of(host));
}

bool HostRange::contains(Host host) const {
    assert((first & ~mask) == 0 && "a range begins at its network's first address");
    const auto number = ipv4_number(host);
    return number && (*number & mask) == first;
}

std::string HostRange::text() const {
    const std::string address = fmt::format("{}.{}.{}.{}", first >> 24, first >> 16 & 0xff, first >> 8 & 0xff, first & 0xff);
    return mask == ~std::uint32_t{0} ? address : fmt::format("{}/{}", address, std::popcount(mask));
}

std::optional<HostRange> read_host_range(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto number = [&](unsigned most) -> std::optional<unsigned> {
        unsigned value = 0;
        const auto [after, error] = std::from_chars(at, end, value);
        if (error != std::errc{} || value > most) return std::nullopt;
        at = after;
        return value;
    };
    Bytes bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
        const auto part = number(255);
        if (!part) return std::nullopt;
        bytes[i] = static_cast<std::uint8_t>(*part);
    }
    unsigned bits = 32;
    if (at != end) {
        if (*at++ != '/') return std::nullopt;
        const auto given = number(32);
        if (!given || at != end) return std::nullopt;
        bits = *given;
    }
    assert(bits <= 32 && "a prefix is not longer than an address");
    const std::uint32_t mask = bits == 0 ? 0 : ~std::uint32_t{0} << (32 - bits);
    return HostRange{number_of(bytes) & mask, mask};
}

}  // namespace albireo::server
