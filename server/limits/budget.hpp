#pragma once
/// The limits of each address, each prefix and the whole server on one kind of request: how often (Budget), and how many held
/// at one time (ConcurrentLimit). Integers; time is passed in. Not thread-safe: AdmissionControl locks.
///
/// 1. A request is granted only if all three levels grant it, and then charged to all three.
/// 2. Memory is bounded by kKeysMax addresses and as many prefixes. Beyond that, addresses that are not known yet share one
///    bucket. With each new address a few known ones are looked at, in turn, and those whose bucket is full again are forgotten.
#include <map>

#include "server/limits/limits.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {

class Budget {
  public:
    explicit Budget(const Rates& rates, std::size_t keys_max = kKeysMax) : rates_(rates), keys_max_(keys_max) {}

    /// Whether the address, its prefix and the server all have these tokens. Charges nothing.
    bool holds(Host host, std::int64_t tokens, Micros now);
    /// Charges all three, even beyond what they hold (Bucket::take()).
    void charge(Host host, std::int64_t tokens, Micros now);
    /// Charges and returns true if all levels hold the tokens.
    bool take(Host host, std::int64_t tokens, Micros now);

    /// Like holds(), but only for the address and its prefix.
    bool holds_own(Host host, std::int64_t tokens, Micros now);

    /// The number of addresses in memory, at most `keys_max`.
    std::size_t keys() const { return addresses_.by_key.size(); }

  private:
    struct Buckets {
        std::map<Host, Bucket> by_key;
        Host next = 0;  // the key to look at next
    };
    Bucket& find(Buckets& buckets, Host key, const Rate& rate, Micros now);

    Rates rates_;
    std::size_t keys_max_;
    Buckets addresses_, prefixes_;
    Bucket server_, strangers_;
};

class ConcurrentLimit {
  public:
    explicit ConcurrentLimit(const Counts& counts) : counts_(counts) {}

    /// Whether the address, its prefix and the server may hold one more.
    bool has_room(Host host) const { return total_ < counts_.server && has_room_own(host); }
    /// Like has_room(), but only for the address and its prefix.
    bool has_room_own(Host host) const;
    /// Counts one more, even beyond the limits. Every add() needs one remove() of the same address.
    void add(Host host);
    void remove(Host host);
    /// How many the address holds now.
    std::uint32_t of(Host host) const;
    std::uint32_t total() const { return total_; }

  private:
    using Numbers = std::map<Host, std::uint32_t>;
    Counts counts_;
    Numbers addresses_, prefixes_;
    std::uint32_t total_ = 0;
};

}  // namespace albireo::server
