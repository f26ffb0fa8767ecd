#pragma once
/// The relay routes of one link: at most kRelayRoutesMax. Whoever has a code of a host can have routes added there, so a new one never
/// takes the place of one that is in use, and takes that of its own home first.
#include <span>
#include <vector>

#include "proto/micros.hpp"
#include "proto/net_address.hpp"

namespace albireo::proto {

class RelayRoutes {
  public:
    /// A route is in use until this long after the last datagram through it. Players send 60 in a second.
    static constexpr Micros kInUseFor = 10 * kMicrosPerSecond;

    /// Replaces the route of the same name. Without room it takes the place of one that is not in use: of the home that has most of
    /// these, the one that was added or used longest ago. Returns false if all are in use; the route is then not added.
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
    std::vector<Entry> entries_;  // the one that was added or used last is last
};

}  // namespace albireo::proto
