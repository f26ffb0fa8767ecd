#pragma once
/// The networks to which this computer is attached. IPv4 addresses are numbers in network byte order; 0: none.
#include <cstdint>
#include <string>
#include <vector>

#include "platform/socket.hpp"

namespace albireo::platform {

/// An interface with an IPv4 address, or one that can carry IPv6 multicast.
struct Interface {
    std::string name;
    unsigned number = 0;                  // for IPv6 scopes
    std::uint32_t address = 0, mask = 0;  // IPv4
    std::uint32_t broadcast = 0;
    bool is_loopback = false, has_ipv6 = false;
};

/// The interfaces that are up; an interface with several IPv4 addresses appears once for each.
std::vector<Interface> interfaces();

struct HostAddress {
    HostBytes host{};
    bool is_temporary = false;  // the system replaces it every day
};
/// The IPv6 addresses of this computer that can be used for something new.
std::vector<HostAddress> ipv6_addresses();

/// The router of the default route.
std::uint32_t default_ipv4_gateway();
/// … of IPv6, with the number of its interface; zeros: there is none.
Endpoint default_ipv6_gateway();

}  // namespace albireo::platform
