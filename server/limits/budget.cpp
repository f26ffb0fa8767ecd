#include "server/limits/budget.hpp"

#include <cassert>
#include <iterator>

namespace albireo::server {

Bucket& Budget::find(Buckets& buckets, Host key, const Rate& rate, Micros now) {
    auto& by_key = buckets.by_key;
    if (const auto known = by_key.find(key); known != by_key.end()) return known->second;
    // More than one, so that a table whose addresses have gone becomes smaller while new ones come.
    constexpr int kLookedAt = 4;
    auto each = by_key.lower_bound(buckets.next);
    for (int i = 0; i < kLookedAt && !by_key.empty(); ++i) {
        if (each == by_key.end()) each = by_key.begin();
        each = each->second.is_full(rate, now) ? by_key.erase(each) : std::next(each);
    }
    buckets.next = each == by_key.end() ? 0 : each->first;
    if (by_key.size() >= keys_max_) return strangers_;
    return by_key[key];
}

bool Budget::holds_own(Host host, std::int64_t tokens, Micros now) {
    assert(tokens > 0 && "what costs nothing is not charged");
    return find(addresses_, host, rates_.address, now).holds(rates_.address, tokens, now) &&
           find(prefixes_, prefix_of(host), rates_.prefix, now).holds(rates_.prefix, tokens, now);
}

bool Budget::holds(Host host, std::int64_t tokens, Micros now) {
    return server_.holds(rates_.server, tokens, now) && holds_own(host, tokens, now);
}

void Budget::charge(Host host, std::int64_t tokens, Micros now) {
    find(addresses_, host, rates_.address, now).take(rates_.address, tokens, now);
    find(prefixes_, prefix_of(host), rates_.prefix, now).take(rates_.prefix, tokens, now);
    server_.take(rates_.server, tokens, now);
    assert(addresses_.by_key.size() <= keys_max_ && prefixes_.by_key.size() <= keys_max_ && "the budget's memory is bounded");
}

bool Budget::take(Host host, std::int64_t tokens, Micros now) {
    if (!holds(host, tokens, now)) return false;
    charge(host, tokens, now);
    return true;
}

bool ConcurrentLimit::has_room_own(Host host) const {
    const auto number = [](const Numbers& numbers, Host key) {
        const auto found = numbers.find(key);
        return found == numbers.end() ? 0 : found->second;
    };
    return number(addresses_, host) < counts_.address &&
           number(prefixes_, prefix_of(host)) < counts_.prefix;
}

void ConcurrentLimit::add(Host host) {
    ++addresses_[host];
    ++prefixes_[prefix_of(host)];
    ++total_;
    assert(addresses_[host] <= prefixes_[prefix_of(host)] && prefixes_[prefix_of(host)] <= total_ &&
           "an address is counted in its prefix, and a prefix in the total");
}

void ConcurrentLimit::remove(Host host) {
    const auto lower = [](Numbers& numbers, Host key) {
        const auto found = numbers.find(key);
        assert(found != numbers.end() && found->second > 0 && "only what was added is removed");
        if (found != numbers.end() && --found->second == 0) numbers.erase(found);
    };
    lower(addresses_, host);
    lower(prefixes_, prefix_of(host));
    assert(total_ > 0 && "only what was added is removed");
    --total_;
    assert((total_ == 0) == addresses_.empty() && addresses_.empty() == prefixes_.empty() && "nothing is held by nobody");
}

std::uint32_t ConcurrentLimit::of(Host host) const {
    const auto found = addresses_.find(host);
    assert((found == addresses_.end() || (found->second > 0 && found->second <= total_)) && "an address is known by what it holds");
    return found == addresses_.end() ? 0 : found->second;
}

}  // namespace albireo::server
