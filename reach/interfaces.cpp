#include "reach/interfaces.hpp"

#include <algorithm>

namespace albireo::reach {
namespace {

/// `from`: the address of this computer on that route.
bool has_route_from(const proto::IpAddress& to, proto::IpAddress& from) {
    constexpr std::uint16_t kDiscard = 9;
    using platform::OwnSocket;
    const OwnSocket socket(to.is_ipv6() ? OwnSocket::Family::ipv6 : OwnSocket::Family::ipv4);
    if (!socket.is_open() || socket.connect(proto::endpoint_of({to, kDiscard})) != 0) return false;
    from = proto::address_of(socket.own()).host;
    return true;
}

}  // namespace

bool is_neighbour(const std::vector<Interface>& all, std::uint32_t address) {
    return std::any_of(all.begin(), all.end(), [&](const Interface& each) {
        return each.address != 0 && each.mask != 0 && ((each.address ^ address) & each.mask) == 0;
    });
}

std::vector<proto::IpAddress> global_ipv6() {
    std::vector<proto::IpAddress> lasting, temporary;
    for (const platform::HostAddress& each : platform::ipv6_addresses()) {
        const proto::IpAddress address(each.host);
        if (address.is_global_ipv6()) (each.is_temporary ? temporary : lasting).push_back(address);
    }
    lasting.insert(lasting.end(), temporary.begin(), temporary.end());
    return lasting;
}

bool has_route(const proto::IpAddress& to) {
    proto::IpAddress ignored;
    return has_route_from(to, ignored);
}

proto::IpAddress ipv6_sender() {
    proto::IpAddress sender;
    const proto::IpAddress anywhere = proto::read_ip("2000::1");
    return has_route_from(anywhere, sender) ? sender : proto::IpAddress();
}

std::string address_text(std::uint32_t address) {
    return address != 0 ? proto::text_of(proto::IpAddress(address)) : "0.0.0.0";
}

std::uint32_t address_of(const std::string& text) {
    return proto::read_ip(text).ipv4();
}

std::uint32_t default_gateway() {
    return platform::default_ipv4_gateway();
}

proto::IpAddress default_ipv6_gateway() {
    return proto::address_of(platform::default_ipv6_gateway()).host;
}

}  // namespace albireo::reach
