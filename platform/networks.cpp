#include "platform/networks.hpp"

#include <ifaddrs.h>
#include <linux/if_addr.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

namespace albireo::platform {
namespace {

std::uint32_t ipv4_of(const sockaddr* address) {
    if (address == nullptr || address->sa_family != AF_INET) return 0;
    return reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr;
}

HostBytes bytes_of(const std::string& digits) {
    HostBytes bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) std::from_chars(&digits[2 * i], &digits[2 * i] + 2, bytes[i], 16);
    return bytes;
}

}  // namespace

std::vector<Interface> interfaces() {
    std::vector<Interface> found;
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0) return found;
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
        if (each->ifa_addr == nullptr || (each->ifa_flags & IFF_UP) == 0) continue;
        const int family = each->ifa_addr->sa_family;
        if (family != AF_INET && family != AF_INET6) continue;
        Interface entry{.name = each->ifa_name, .number = if_nametoindex(each->ifa_name)};
        entry.is_loopback = (each->ifa_flags & IFF_LOOPBACK) != 0;
        if (family == AF_INET) {
            entry.address = ipv4_of(each->ifa_addr);
            entry.mask = ipv4_of(each->ifa_netmask);
            if ((each->ifa_flags & IFF_BROADCAST) != 0) entry.broadcast = ipv4_of(each->ifa_broadaddr);
        } else {
            // One entry is enough for the multicast of an interface.
            entry.has_ipv6 = (each->ifa_flags & IFF_MULTICAST) != 0 && !entry.is_loopback;
            const bool known = std::any_of(found.begin(), found.end(), [&](const Interface& other) {
                return other.has_ipv6 && other.number == entry.number;
            });
            if (!entry.has_ipv6 || known) continue;
        }
        found.push_back(std::move(entry));
    }
    freeifaddrs(all);
    return found;
}

std::vector<HostAddress> ipv6_addresses() {
    std::vector<HostAddress> found;
    // 20010db8000000000000000000000001 02 40 00 80 eth0: address, interface, prefix, scope, flags (of linux/if_addr.h)
    std::ifstream table("/proc/net/if_inet6");
    for (std::string digits, name; table >> digits;) {
        unsigned number = 0, prefix = 0, scope = 0, flags = 0;
        if (!(table >> std::hex >> number >> prefix >> scope >> flags >> name) || digits.size() != 32) break;
        if ((flags & (IFA_F_TENTATIVE | IFA_F_DADFAILED | IFA_F_DEPRECATED)) != 0) continue;
        found.push_back({bytes_of(digits), (flags & IFA_F_TEMPORARY) != 0});
    }
    return found;
}

std::uint32_t default_ipv4_gateway() {
    // The kernel prints its addresses as the numbers in its memory, which are in network byte order.
    std::ifstream routes("/proc/net/route");
    std::string line;
    std::getline(routes, line);
    while (std::getline(routes, line)) {
        std::istringstream words(line);
        std::string name;
        std::uint32_t to = 1, gateway = 0, flags = 0;
        words >> name >> std::hex >> to >> gateway >> flags;
        constexpr std::uint32_t kUp = 1, kGateway = 2;
        if (words && to == 0 && (flags & (kUp | kGateway)) == (kUp | kGateway)) return gateway;
    }
    return 0;
}

Endpoint default_ipv6_gateway() {
    // destination, its prefix, source, its prefix, next hop, metric, two counters, flags, interface
    std::ifstream routes("/proc/net/ipv6_route");
    Endpoint found;
    std::uint32_t least = UINT32_MAX;
    for (std::string line; std::getline(routes, line);) {
        std::istringstream words(line);
        std::string to, from, hop, name;
        std::uint32_t to_bits = 1, from_bits = 1, metric = 0, users = 0, uses = 0, flags = 0;
        words >> to >> std::hex >> to_bits >> from >> from_bits >> hop >> metric >> users >> uses >> flags >> name;
        constexpr std::uint32_t kUp = 1, kGateway = 2;
        if (!words || hop.size() != 32 || to_bits != 0 || from_bits != 0 || (flags & (kUp | kGateway)) != (kUp | kGateway)) continue;
        if (metric >= least) continue;
        least = metric;
        found = {.host = bytes_of(hop), .scope = if_nametoindex(name.c_str())};
    }
    return found;
}

}  // namespace albireo::platform
