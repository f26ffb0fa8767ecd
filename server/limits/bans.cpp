#include "server/limits/bans.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::server {

void Bans::forget_expired(Micros now) {
    count_ = 0;
    for (auto& [mask, ranges] : until_) {
        std::erase_if(ranges, [&](const auto& each) { return each.second <= now; });
        count_ += ranges.size();
    }
    std::erase_if(until_, [](const auto& each) { return each.second.empty(); });
}

bool Bans::add(const Ban& ban, Micros now) {
    assert((ban.range.first & ~ban.range.mask) == 0 && "a range begins at its network's first address");
    forget_expired(now);
    const auto masked = until_.find(ban.range.mask);
    const bool is_known = masked != until_.end() && masked->second.contains(ban.range.first);
    if (!is_known && count_ >= kMax) return false;
    until_[ban.range.mask][ban.range.first] = ban.until;
    count_ += is_known ? 0 : 1;
    assert(count_ <= kMax && "the list of bans is bounded");
    return true;
}

bool Bans::lift(const HostRange& range, Micros now) {
    forget_expired(now);
    const auto masked = until_.find(range.mask);
    if (masked == until_.end() || masked->second.erase(range.first) == 0) return false;
    assert(count_ > 0 && "a ban that is lifted was counted");
    --count_;
    return true;
}

bool Bans::covers(Host host, Micros now) const {
    const auto number = number_of(host);
    if (!number) return false;
    return std::ranges::any_of(until_, [&](const auto& masked) {
        const auto found = masked.second.find(*number & masked.first);
        return found != masked.second.end() && found->second > now;
    });
}

std::vector<Ban> Bans::list(Micros now) const {
    std::vector<Ban> bans;
    for (const auto& [mask, ranges] : until_) {
        for (const auto& [first, until] : ranges) {
            if (until > now) bans.push_back({{first, mask}, until});
        }
    }
    std::ranges::sort(bans, {}, [](const Ban& ban) { return std::pair(ban.range.first, ban.range.mask); });
    return bans;
}

}  // namespace albireo::server
