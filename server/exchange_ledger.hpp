#pragma once
/// When the clients of each address last had an exchange about a desync, questions and snapshot (desync.hpp), so that
/// leaving and joining again gains a liar nothing. All shards of a server share one.
///
/// 1. An address has one exchange in DesyncInquiry::kEvery; two players of one session who share it have one each.
/// 2. To refuse one costs a look, however many addresses there are.
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "proto/desync_inquiry.hpp"

namespace albireo::server {

class ExchangeLedger {
  public:
    /// Whether a client of this address (0: not known, and always free) may have one in the session of that code; then
    /// it counts as had.
    bool take(std::uint64_t host, const std::string& code, proto::Micros now) {
        if (host == 0) return true;
        const std::lock_guard lock(mutex_);
        const auto is_over = [&](const auto& entry) { return now - entry.second.at >= proto::DesyncInquiry::kEvery; };
        const auto found = had_.find(host);
        if (found != had_.end() && found->second.code != code && !is_over(*found)) return false;
        std::erase_if(had_, is_over);
        had_.insert_or_assign(host, Had{code, now});
        return true;
    }

  private:
    struct Had {
        std::string code;
        proto::Micros at = 0;
    };
    std::mutex mutex_;
    std::map<std::uint64_t, Had> had_;  // no more than exchanges began in the last kEvery
};

}  // namespace albireo::server
