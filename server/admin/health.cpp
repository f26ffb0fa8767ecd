#include "server/admin/health.hpp"

#include <fmt/format.h>

namespace albireo::server {

std::vector<std::string> Health::late_shards(Micros now, Micros allowed) const {
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
        const Micros late = shards_[i]->overdue(now);
        if (late > allowed) reasons.push_back(fmt::format("shard {} has been stalled for {} ms", i, late / proto::kMicrosPerMs));
    }
    return reasons;
}

std::vector<std::string> Health::not_live(Micros now) const { return late_shards(now, kDeadAfter); }

std::vector<std::string> Health::not_ready(Micros now) const {
    std::vector<std::string> reasons = late_shards(now, kStalledAfter);
    if (const std::string fault = storage_.fault(now); !fault.empty()) reasons.push_back(fault);
    if (draining_) reasons.push_back("draining: the server takes no new games");
    if (levels_ != nullptr && levels_->is_compiling()) reasons.push_back("starting: the levels are being compiled");
    return reasons;
}

}  // namespace albireo::server
