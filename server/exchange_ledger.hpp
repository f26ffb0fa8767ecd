#pragma once
/// When each address was last charged for an exchange (desync.hpp: the questions about a desync, and the snapshot). All
/// shards of a server share one ledger; any thread may use it.
///
/// 1. A seat has one exchange per DesyncInquiry::kEvery, enforced by its DesyncHandler, and the address that took the seat
///    is charged for it. A seat starts with the latest charge of its address, so leaving and taking another seat gains
///    nothing. Within kEvery an address is charged for at most as many exchanges as it held seats at once.
/// 2. A player is not charged for exchanges that others at the same address caused after the player took the seat.
/// 3. Expired entries are dropped, so the ledger holds no more addresses than exchanges began within kEvery.
#include <cassert>
#include <cstdint>
#include <map>
#include <mutex>

#include "proto/desync_inquiry.hpp"

namespace albireo::server {

class ExchangeLedger {
  public:
    /// Charges an address (Link::host_of) for an exchange that begins now.
    void charge(std::uint64_t host, proto::Micros now) {
        const std::lock_guard lock(mutex_);
        std::erase_if(latest_, [&](const auto& each) { return now - each.second >= proto::DesyncInquiry::kEvery; });
        assert(now >= 0 && "a charge has a time of the server's clock");
        latest_[host] = now;
    }

    /// When the address was last charged. Without a charge: −kEvery, so that an exchange may begin at any time.
    proto::Micros latest(std::uint64_t host) const {
        const std::lock_guard lock(mutex_);
        const auto found = latest_.find(host);
        return found != latest_.end() ? found->second : -proto::DesyncInquiry::kEvery;
    }

  private:
    mutable std::mutex mutex_;
    std::map<std::uint64_t, proto::Micros> latest_;
};

}  // namespace albireo::server
