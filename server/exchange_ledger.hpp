#pragma once
/// When an address was last charged for an exchange about a desync, questions and snapshot (desync.hpp). All shards of
/// a server share one.
///
/// 1. A seat has one exchange in DesyncInquiry::kEvery, which its own desk sees to, and the address it was taken from
///    is charged for it. A seat begins as if it had had the latest that its address was charged for: who leaves, or
///    stays away, and takes another one gains nothing. In kEvery an address is charged for no more exchanges than it
///    held seats at once.
/// 2. Nobody is charged for what others did after he had taken his seat, whatever address he shares with them.
/// 3. It forgets what is over, so it holds no more addresses than exchanges began in kEvery.
#include <cstdint>
#include <map>
#include <mutex>

#include "proto/desync_inquiry.hpp"

namespace albireo::server {

class ExchangeLedger {
  public:
    void charge(std::uint64_t host, proto::Micros now) {
        const std::lock_guard lock(mutex_);
        std::erase_if(latest_, [&](const auto& each) { return now - each.second >= proto::DesyncInquiry::kEvery; });
        latest_[host] = now;
    }

    /// When the address was last charged; for none that still counts, so long ago that it does not.
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
