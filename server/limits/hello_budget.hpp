#pragma once
/// The budget of answers to Hellos. Hellos are the only requests whose sender's address is not verified, so nothing may be
/// remembered for one: the buckets of addresses and prefixes are a table of fixed size, in cells chosen by a keyed hash.
/// 1. An attacker who does not know the key cannot choose another player's cell.
/// 2. Two addresses in one cell share its bucket. So an address that uses up its bucket blocks one in kCells others.
#include <array>

#include "server/limits/limits.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {

class HelloBudget {
  public:
    static constexpr std::size_t kCells = 4'096;  // two tables of 64 KB
    using Key = std::array<std::uint8_t, 16>;

    HelloBudget(const Rates& rates, const Key& key) : rates_(rates), key_(key) {}

    bool take(Host host, Micros now);

  private:
    std::size_t cell_of(Host host) const;

    Rates rates_;
    Key key_;
    std::array<Bucket, kCells> addresses_, prefixes_;
    Bucket server_;
};

}  // namespace albireo::server
