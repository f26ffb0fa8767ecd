#include "proto/net_address.hpp"

#include <algorithm>
#include <charconv>

namespace albireo::proto {

std::string text_of(const IpAddress& address) {
    if (address.is_none()) return {};
    const std::string text = platform::host_text(address.bytes());
    return address.scope() == 0 ? text : text + "%" + std::to_string(address.scope());
}

IpAddress read_ip(const std::string& text) {
    const auto percent = text.find('%');
    std::uint32_t scope = 0;
    if (percent != std::string::npos) {
        const std::string name = text.substr(percent + 1);
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), scope);
        if (error != std::errc{} || end != name.data() + name.size()) scope = platform::interface_number(name);
        if (scope == 0) return {};
    }
    IpAddress::Bytes bytes{};
    if (!platform::read_host(text.substr(0, percent), bytes)) return {};
    const IpAddress address(bytes, scope);
    // "0.0.0.0" is none, and only IPv6 has a scope.
    const bool is_ipv4_text = text.find(':') == std::string::npos;
    return is_ipv4_text && (address == IpAddress::any_ipv4() || percent != std::string::npos) ? IpAddress() : address;
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

std::string text_of(const NetAddress& address) {
    const std::string host = text_of(address.host);
    return (address.host.is_ipv6() ? "[" + host + "]" : host) + ":" + std::to_string(address.port);
}

}  // namespace albireo::proto
