#pragma once
/// The relay routes of one link: at most kRelayRoutesMax. Anybody with a code of a host can have routes added there. So a new route never
/// replaces a route that is in use, and the home with the most unused routes loses one first.
#include <span>
#include <vector>

#include "proto/micros.hpp"
#include "proto/net_address.hpp"

namespace albireo::proto {

class RelayRoutes {
  public:
    /// A route is in use until this long after the last datagram through it. Players send 60 in a second.
    static constexpr Micros kInUseFor = 10 * kMicrosPerSecond;

    /// Replaces the route of the same name. If the table is full, the route replaces one that is not in use: of the home with the most
    /// such routes, the one that was added or used longest ago. If all routes are in use, it is not added, and false is returned.
    bool add(const RelayRoute& route, Micros now);
    /// The route through which this datagram has come; null: none. It counts as used now. Valid until the next add().
    const RelayRoute* take(const NetAddress& via, std::span<const std::uint8_t> datagram, Micros now);
    /// The route to this address; null: none. Valid until the next add() or take().
    const RelayRoute* find(const NetAddress& named) const;

  private:
    struct Entry {
        RelayRoute route;
        Micros used = -1;  // negative: never
        bool is_in_use(Micros now) const { return used >= 0 && now - used < kInUseFor; }
    };
    std::vector<Entry> entries_;  // in the order of their addition or last use
};

}  // namespace albireo::proto
