#include "client/app/activities/reach.hpp"

#include <arpa/inet.h>

#include "reach/interfaces.hpp"

namespace albireo::app {

std::vector<std::string> own_addresses() {
    constexpr std::size_t kMost = 4;
    std::vector<std::string> found;
    for (const reach::Interface& each : reach::interfaces()) {
        if (each.address == 0 || each.is_loopback || found.size() == kMost) continue;
        found.push_back(reach::address_text(each.address));
    }
    return found;
}

std::string own_address() {
    const std::vector<std::string> all = own_addresses();
    return all.empty() ? "127.0.0.1" : all.front();
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
