#include "client/app/activities/reach.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>

namespace albireo::app {

std::string own_address() {
    std::string found = "127.0.0.1";
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0) return found;
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
        if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET ||
            (each->ifa_flags & IFF_LOOPBACK) != 0 || (each->ifa_flags & IFF_UP) == 0) {
            continue;
        }
        std::array<char, INET_ADDRSTRLEN> text{};
        const auto* address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
        if (inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr) found = text.data();
        break;
    }
    freeifaddrs(all);
    return found;
}

Reach reach_of(const std::string& address) {
    struct Block {
        std::uint32_t from;
        int bits;
        Reach reach;
    };
    // RFC 6890: loopback; private use, link local, and shared address space of carriers.
    constexpr Block kBlocks[] = {{0x7F000000, 8, Reach::machine}, {0x0A000000, 8, Reach::home},
                                 {0xAC100000, 12, Reach::home},   {0xC0A80000, 16, Reach::home},
                                 {0xA9FE0000, 16, Reach::home},   {0x64400000, 10, Reach::home}};
    in_addr numbers{};
    if (inet_pton(AF_INET, address.substr(0, address.find(':')).c_str(), &numbers) != 1) return Reach::internet;
    const std::uint32_t place = ntohl(numbers.s_addr);
    for (const Block& block : kBlocks) {
        if ((place ^ block.from) >> (32 - block.bits) == 0) return block.reach;
    }
    return Reach::internet;
}

}  // namespace albireo::app
