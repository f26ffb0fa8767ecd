#include "server/limits/seats.hpp"

#include <algorithm>
#include <cassert>

#include "server/limits/limits.hpp"

namespace albireo::server {

void Seats::taken(Host host) {
    ++seats_[host].now;
}

void Seats::left(Host host, Micros now) {
    Seat& seat = seats_[host];
    assert(seat.now > 0 && "only a seat that was taken is left");
    seat.before = std::max(seat.now, seat.until > now ? seat.before : 0);
    seat.until = now + kEmptyMax;
    --seat.now;
    assert(seat.before > seat.now && "a seat that was left can be returned to");
    if (now - swept_at_ < proto::kMicrosPerSecond) return;
    swept_at_ = now;
    std::erase_if(seats_, [&](const auto& each) { return each.second.now == 0 && each.second.until <= now; });
}

std::uint32_t Seats::of(Host host, Micros now) const {
    const auto found = seats_.find(host);
    if (found == seats_.end()) return 0;
    const Seat& seat = found->second;
    assert((seat.until == 0) == (seat.before == 0) && "a seat that was left counts for a time");
    return seat.until > now ? std::max(seat.now, seat.before) : seat.now;
}

}  // namespace albireo::server
