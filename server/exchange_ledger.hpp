#pragma once
/// When the clients of each address last had an exchange about a desync (desync.hpp), so that leaving and joining again
/// gains a liar nothing. All shards of a server share one.
///
/// 1. An address has one exchange in kEvery; two players of one session who share it have one each.
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "proto/micros.hpp"

namespace albireo::server {

class ExchangeLedger {
  public:
    static constexpr proto::Micros kEvery = 60 * proto::kMicrosPerSecond;

    /// Whether a client of this address (0: not known, and always free) may have one in the session of that code; then
    /// it counts as had.
    bool take(std::uint64_t host, const std::string& code, proto::Micros now) {
        if (host == 0) return true;
        const std::lock_guard lock(mutex_);
        std::erase_if(had_, [&](const auto& entry) { return now - entry.second.at >= kEvery; });
        const auto [found, is_new] = had_.try_emplace(host, Had{code, now});
        if (!is_new && found->second.code != code) return false;
        found->second.at = now;
        return true;
    }

  private:
    struct Had {
        std::string code;
        proto::Micros at = 0;
    };
    std::mutex mutex_;
    std::map<std::uint64_t, Had> had_;  // of the last kEvery: no more than exchanges began in it
};

}  // namespace albireo::server
