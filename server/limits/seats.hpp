#pragma once
/// How many seats each address has, or had until shortly before. AdmissionControl guards this object.
#include <cstdint>
#include <map>

#include "proto/micros.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {

using proto::Micros;

class Seats {
  public:
    void taken(Host host);
    /// The player's connection to their seat has ended. They may return.
    void left(Host host, Micros now);
    /// The most seats that the address has now, or had within the last kEmptyMax.
    std::uint32_t of(Host host, Micros now) const;
    std::size_t keys() const { return seats_.size(); }

  private:
    struct Seat {
        std::uint32_t now = 0, before = 0;
        Micros until = 0;  // `before` counts
    };
    std::map<Host, Seat> seats_;
    Host next_ = 0;  // the address to look at next: with each seat that is left a few are, and those without seats are forgotten
};

}  // namespace albireo::server
