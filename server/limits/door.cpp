#include "server/limits/door.hpp"

#include <algorithm>

namespace albireo::server {

Door::Door(const Limits& limits, std::vector<HostRange> trusted, const HelloBudget::Key& key)
    : trusted_(std::move(trusted)),
      hellos_(limits.hellos, key),
      peers_(limits.peers),
      creates_(limits.creates),
      wrong_codes_(limits.wrong_codes),
      transfers_(limits.transfers),
      transfer_bytes_(limits.transfer_bytes),
      seatless_(limits.seatless),
      sessions_(limits.sessions) {}

bool Door::is_trusted(Host host) const {
    return host == 0 || std::ranges::any_of(trusted_, [&](const HostRange& range) { return range.contains(host); });
}

bool Door::ban(const Ban& ban, Micros now) {
    const std::lock_guard lock(mutex_);
    return bans_.add(ban, now);
}

bool Door::lift(const HostRange& range, Micros now) {
    const std::lock_guard lock(mutex_);
    return bans_.lift(range, now);
}

bool Door::is_banned(Host host, Micros now) const {
    const std::lock_guard lock(mutex_);
    return bans_.covers(host, now);
}

std::vector<Ban> Door::bans(Micros now) const {
    const std::lock_guard lock(mutex_);
    return bans_.list(now);
}

bool Door::answers_hello(Host host, Micros now) {
    if (is_banned(host, now)) return false;
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    return hellos_.take(host, now);
}

bool Door::admits_peer(Host host, Micros now) {
    if (is_banned(host, now)) return false;
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    return seatless_.has_room(host) && peers_.take(host, 1, now);
}

bool Door::peer_came(Host host) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    if (!seatless_.has_room(host)) return false;
    seatless_.add(host);
    return true;
}

void Door::peer_seated_or_gone(Host host) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    seatless_.remove(host);
}

bool Door::may_create(Host host, Micros now) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    if (!sessions_.has_room(host) || !creates_.take(host, 1, now)) return false;
    sessions_.add(host);
    return true;
}

void Door::session_ended(Host host) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    sessions_.remove(host);
}

bool Door::may_try_code(Host host, Micros now) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    if (!wrong_codes_.holds_own(host, 1, now)) return false;
    // When all addresses together have used up the server's share, honest players must still be able to join.
    return wrong_codes_.holds(host, 1, now) || wrong_codes_.is_unused(host, now);
}

void Door::note_wrong_code(Host host, Micros now) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    wrong_codes_.charge(host, 1, now);
}

bool Door::may_transfer(Host host, std::size_t bytes, Micros now) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    const auto size = static_cast<std::int64_t>(bytes);
    if (!transfers_.holds(host, 1, now) || !transfer_bytes_.holds(host, size, now)) return false;
    transfers_.charge(host, 1, now);
    transfer_bytes_.charge(host, size, now);
    return true;
}

std::uint32_t Door::seatless() const {
    const std::lock_guard lock(mutex_);
    return seatless_.total();
}

}  // namespace albireo::server
