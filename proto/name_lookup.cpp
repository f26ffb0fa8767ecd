#include "proto/name_lookup.hpp"

#include <arpa/inet.h>
#include <netdb.h>

#include <array>
#include <cassert>
#include <thread>

namespace albireo::proto {

NameLookup::NameLookup(const std::string& host) : found_(std::make_shared<Found>()) {
    if (in_addr numbers{}; inet_pton(AF_INET, host.c_str(), &numbers) == 1) {
        found_->address = numbers.s_addr;
        found_->done = true;
        return;
    }
    std::thread([found = found_, host] {
        addrinfo wanted{}, *list = nullptr;
        wanted.ai_family = AF_INET;
        wanted.ai_socktype = SOCK_DGRAM;
        if (getaddrinfo(host.c_str(), nullptr, &wanted, &list) == 0 && list != nullptr) {
            found->address = reinterpret_cast<const sockaddr_in*>(list->ai_addr)->sin_addr.s_addr;
            freeaddrinfo(list);
        }
        found->done = true;
    }).detach();
}

std::string NameLookup::text() const {
    assert(is_done() && "the address is read when it is known");
    std::array<char, INET_ADDRSTRLEN> text{};
    const in_addr numbers{found_->address};
    return inet_ntop(AF_INET, &numbers, text.data(), text.size()) != nullptr ? text.data() : "";
}

}  // namespace albireo::proto
