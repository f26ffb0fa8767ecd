#include "server/admin/health.hpp"

#include <fmt/format.h>

#include <utility>

namespace albireo::server {

std::vector<std::string> Health::late_shards(Micros now, Micros allowed) const {
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
        const Micros late = shards_[i]->overdue(now);
        if (late > allowed) reasons.push_back(fmt::format("shard {} has been stalled for {} ms", i, late / proto::kMicrosPerMs));
    }
    return reasons;
}

std::vector<std::string> Health::slow_disks(Micros now) const {
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
        const Micros waits = shards_[i]->unsynced_for(now);
        if (waits > kUnsyncedMax) {
            reasons.push_back(fmt::format("the disk is slow: recordings and journals of shard {} have been waiting for it for {} ms", i,
                                          waits / proto::kMicrosPerMs));
        }
    }
    return reasons;
}

std::string Health::disk_news(Micros now) {
    const std::vector<std::string> slow = slow_disks(now);
    if (slow.empty() && std::exchange(is_slowness_told_, false)) return "the disk is no longer slow";
    if (slow.empty() || is_slowness_told_ || now - told_at_ < kNewsEvery) return {};
    is_slowness_told_ = true;
    told_at_ = now;
    return slow.front() + "; games continue, but a crash of the machine would lose this";
}

std::vector<std::string> Health::not_live(Micros now) const { return late_shards(now, kDeadAfter); }

std::vector<std::string> Health::not_ready(Micros now) const {
    std::vector<std::string> reasons = late_shards(now, kStalledAfter);
    for (std::string& reason : slow_disks(now)) reasons.push_back(std::move(reason));
    if (const std::string fault = storage_.fault(now); !fault.empty()) reasons.push_back(fault);
    if (draining_) reasons.push_back("draining: the server takes no new games");
    if (levels_ != nullptr && levels_->is_compiling()) reasons.push_back("starting: the levels are being compiled");
    return reasons;
}

}  // namespace albireo::server
