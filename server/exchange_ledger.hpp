#pragma once
/// When the clients of each address last had exchanges about desyncs, questions and snapshot (desync.hpp), so that
/// leaving and joining again gains a liar nothing. All shards of a server share one.
///
/// 1. An address has kPerAddress exchanges in DesyncInquiry::kEvery, for behind it may be more than one player; that a
///    seat has only one of them is its own desk's business.
/// 2. To refuse one costs a look, however many addresses there are.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <mutex>

#include "proto/desync_inquiry.hpp"

namespace albireo::server {

class ExchangeLedger {
  public:
    static constexpr std::size_t kPerAddress = 4;

    /// Whether a client of this address (0: not known, and always free) may have one; then it counts as had.
    bool take(std::uint64_t host, proto::Micros now) {
        if (host == 0) return true;
        const std::lock_guard lock(mutex_);
        const auto is_over = [&](proto::Micros at) { return now - at >= proto::DesyncInquiry::kEvery; };
        const auto found = had_.find(host);
        if (found != had_.end() && !is_over(found->second.front())) return false;
        std::erase_if(had_, [&](const auto& entry) { return is_over(entry.second.back()); });
        Times none;
        none.fill(now - proto::DesyncInquiry::kEvery);
        Times& times = had_.try_emplace(host, none).first->second;
        std::shift_left(times.begin(), times.end(), 1);
        times.back() = now;
        return true;
    }

  private:
    using Times = std::array<proto::Micros, kPerAddress>;  // of the latest, oldest first
    std::mutex mutex_;
    std::map<std::uint64_t, Times> had_;  // no more than exchanges began in the last kEvery
};

}  // namespace albireo::server
