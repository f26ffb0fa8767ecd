#include "reach/lan_server.hpp"

#include <utility>

namespace albireo::reach {
namespace {

constexpr proto::Micros kLookEvery = 5 * proto::kMicrosPerSecond;

/// Makes the game's socket a member of kLanGroup on every interface.
void join_group(int socket) {
    const proto::IpAddress group = proto::read_ip(kLanGroup);
    for (const Interface& each : interfaces()) {
        if (each.has_ipv6) platform::SocketHandle(socket).join_group(group.bytes(), each.number);
    }
}

/// The IPv4 address at which the sender of a query by IPv6 finds the game; 0: none.
std::uint32_t host_on(const std::vector<Interface>& all, std::uint32_t number) {
    for (const Interface& each : all) {
        if (each.number == number && each.address != 0) return each.address;
    }
    return 0;
}

}  // namespace

LanServer::LanServer(std::uint64_t server, std::uint16_t core, std::uint16_t port, int socket, FindGames find_games)
    : answerer_(server, core, port, std::move(find_games)) {
    join_group(socket);
}

std::optional<std::size_t> LanServer::take(std::span<const std::uint8_t> datagram, const proto::IpAddress& from,
                                           proto::Micros now, std::span<std::uint8_t> out) {
    if (!is_query(datagram)) return std::nullopt;
    if (looked_at_ < 0 || now - looked_at_ > kLookEvery) {
        looked_at_ = now;
        interfaces_ = interfaces();
        gateway_ = default_gateway();
    }
    // No router forwards link-local senders. An IPv4 address is easier to read out to a friend.
    if (from.is_link_local()) {
        return answerer_.answer(datagram, {.is_neighbour = true, .named_host = host_on(interfaces_, from.scope())}, now, out);
    }
    // Some routers put their own address on what they forward from the internet.
    const bool near = from.is_ipv4() && is_neighbour(interfaces_, from.ipv4()) && from.ipv4() != gateway_;
    return answerer_.answer(datagram, {.is_neighbour = near}, now, out);
}

}  // namespace albireo::reach
