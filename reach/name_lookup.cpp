#include "reach/name_lookup.hpp"

#include <arpa/inet.h>
#include <netdb.h>

#include <thread>

namespace albireo::reach {

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

}  // namespace albireo::reach
