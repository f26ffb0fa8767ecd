#include "proto/relay_routes.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::proto {

bool RelayRoutes::add(const RelayRoute& route, Micros now) {
    std::erase_if(entries_, [&](const Entry& each) { return each.route.named == route.named; });
    if (entries_.size() == kRelayRoutesMax) {
        const auto idle_of_home = [&](const Entry& each) {
            return std::ranges::count_if(entries_, [&](const Entry& other) { return !other.is_in_use(now) && other.route.behind.home() == each.route.behind.home(); });
        };
        auto victim = entries_.end();
        std::ptrdiff_t most = 0;
        for (auto each = entries_.begin(); each != entries_.end(); ++each) {
            if (each->is_in_use(now)) continue;
            if (const std::ptrdiff_t idle = idle_of_home(*each); idle > most) victim = each, most = idle;
        }
        if (victim == entries_.end()) return false;
        entries_.erase(victim);
    }
    entries_.push_back({.route = route});
    assert(entries_.size() <= kRelayRoutesMax && "a route takes the place of another one");
    return true;
}

const RelayRoute* RelayRoutes::take(const NetAddress& via, std::span<const std::uint8_t> datagram, Micros now) {
    const auto is_head = [&](const Entry& each) {
        const auto& head = each.route.head;
        return each.route.via == via && datagram.size() > head.size() && std::ranges::equal(datagram.first(head.size()), head);
    };
    const auto found = std::ranges::find_if(entries_, is_head);
    if (found == entries_.end()) return nullptr;
    found->used = now;
    std::rotate(found, found + 1, entries_.end());
    return &entries_.back().route;
}

const RelayRoute* RelayRoutes::find(const NetAddress& named) const {
    const auto found = std::ranges::find(entries_, named, [](const Entry& each) { return each.route.named; });
    return found == entries_.end() ? nullptr : &found->route;
}

}  // namespace albireo::proto
