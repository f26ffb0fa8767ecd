#include "server/limits/seats.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

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
    // More than one, so that the table becomes smaller when addresses have gone.
    constexpr int kLookedAt = 4;
    auto each = seats_.lower_bound(next_);
    for (int i = 0; i < kLookedAt; ++i) {
        if (each == seats_.end()) each = seats_.begin();
        const bool is_over = each->second.now == 0 && each->second.until <= now;
        each = is_over ? seats_.erase(each) : std::next(each);
    }
    next_ = each == seats_.end() ? 0 : each->first;
}

std::uint32_t Seats::of(Host host, Micros now) const {
    const auto found = seats_.find(host);
    if (found == seats_.end()) return 0;
    const Seat& seat = found->second;
    assert((seat.until == 0) == (seat.before == 0) && "a seat that was left counts for a time");
    return seat.until > now ? std::max(seat.now, seat.before) : seat.now;
}

}  // namespace albireo::server
