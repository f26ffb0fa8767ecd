#pragma once
/// The addresses and networks that an operator has banned, each with its own end. AdmissionControl guards this object.
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "proto/micros.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {

using proto::Micros;

struct Ban {
    HostRange range;
    Micros until = 0;
};

class Bans {
  public:
    static constexpr std::size_t kMax = 4'096;

    /// Bans a range until `until`, or changes how long it is banned. False: there are kMax bans already.
    bool add(const Ban& ban, Micros now);
    /// False: exactly this range is not banned.
    bool lift(const HostRange& range, Micros now);
    /// Costs one lookup for each length of prefix among the bans, at most 98.
    bool covers(Host host, Micros now) const;
    /// In the order of their addresses.
    std::vector<Ban> list(Micros now) const;

  private:
    void forget_expired(Micros now);
    std::map<std::uint64_t, std::map<std::uint64_t, Micros>> until_;  // by mask, by first address
    std::size_t count_ = 0;
};

}  // namespace albireo::server
