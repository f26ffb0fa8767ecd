#include "proto/net_address.hpp"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace albireo::proto {

std::string text_of(const IpAddress& address) {
    if (address.is_none()) return {};
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.is_ipv4()) {
        const in_addr numbers{address.ipv4()};
        return inet_ntop(AF_INET, &numbers, text.data(), text.size());
    }
    inet_ntop(AF_INET6, address.bytes().data(), text.data(), text.size());
    return address.scope() == 0 ? text.data() : text.data() + ("%" + std::to_string(address.scope()));
}

IpAddress read_ip(const std::string& text) {
    if (in_addr numbers{}; inet_pton(AF_INET, text.c_str(), &numbers) == 1) return numbers.s_addr;
    const auto percent = text.find('%');
    std::uint32_t scope = 0;
    if (percent != std::string::npos) {
        const std::string name = text.substr(percent + 1);
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), scope);
        if (error != std::errc{} || end != name.data() + name.size()) scope = if_nametoindex(name.c_str());
        if (scope == 0) return {};
    }
    IpAddress::Bytes bytes{};
    if (inet_pton(AF_INET6, text.substr(0, percent).c_str(), bytes.data()) != 1) return {};
    return IpAddress(bytes, scope);
}

std::optional<IpAddress> read_bind_address(const std::string& text) {
    if (text == "::") return IpAddress{};
    if (text == "0.0.0.0") return IpAddress::any_ipv4();
    const IpAddress address = read_ip(text);
    return address.is_none() ? std::nullopt : std::optional(address);
}

bool IpAddress::is_public() const {
    if (is_ipv6() && !is_nat64()) return is_global_ipv6();
    struct Block {
        std::uint32_t from;
        int bits;
    };
    constexpr Block kBlocks[] = {{0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16},
                                 {0xAC100000, 12}, {0xC0000000, 24}, {0xC0A80000, 16}, {0xC6120000, 15}, {0xE0000000, 3}};
    std::uint32_t place = 0;
    for (std::size_t i = 12; i < bytes_.size(); ++i) place = place << 8 | bytes_[i];
    return std::ranges::none_of(kBlocks, [&](const Block& block) { return (place ^ block.from) >> (32 - block.bits) == 0; });
}

NetAddress address_of(const sockaddr& address) {
    if (address.sa_family == AF_INET) {
        const auto& ipv4 = reinterpret_cast<const sockaddr_in&>(address);
        return {ipv4.sin_addr.s_addr, ntohs(ipv4.sin_port)};
    }
    if (address.sa_family != AF_INET6) return {};
    const auto& ipv6 = reinterpret_cast<const sockaddr_in6&>(address);
    IpAddress::Bytes host;
    std::memcpy(host.data(), &ipv6.sin6_addr, host.size());
    return {IpAddress(host, ipv6.sin6_scope_id), ntohs(ipv6.sin6_port)};
}

std::string text_of(const NetAddress& address) {
    const std::string host = text_of(address.host);
    return (address.host.is_ipv6() ? "[" + host + "]" : host) + ":" + std::to_string(address.port);
}

}  // namespace albireo::proto
