#pragma once
/// The networks to which this computer is attached.
#include <cstdint>
#include <string>
#include <vector>

#include "platform/networks.hpp"
#include "proto/net_address.hpp"

namespace albireo::reach {

using platform::Interface;
using platform::interfaces;

/// Whether the IPv4 address belongs to one of these networks, or to this computer.
bool is_neighbour(const std::vector<Interface>& all, std::uint32_t address);

/// The addresses at which the internet finds this computer by IPv6, unless a firewall prevents it; the lasting ones before those that
/// the system replaces every day.
std::vector<proto::IpAddress> global_ipv6();
/// Whether this computer has a route to the address. Sends nothing.
bool has_route(const proto::IpAddress& to);

/// Address to text ("192.168.1.20") and back; 0 if the text is not an address.
std::string address_text(std::uint32_t address);
std::uint32_t address_of(const std::string& text);

/// The router of the default route; 0: there is none.
std::uint32_t default_gateway();
/// … of IPv6: usually a link-local address with the number of its interface; none: there is none.
proto::IpAddress default_ipv6_gateway();
/// The address from which this computer sends to the internet by IPv6; none: it has no route. Sends nothing.
proto::IpAddress ipv6_sender();

}  // namespace albireo::reach
