#include "server/limits/admission_control.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::server {

AdmissionControl::AdmissionControl(const Limits& limits, std::vector<HostRange> trusted, const HelloBudget::Key& key)
    : trusted_(std::move(trusted)),
      hellos_(limits.hellos, key),
      trusted_hellos_(limits.trusted_hellos, key),
      peers_(limits.peers),
      creates_(limits.creates),
      wrong_codes_(limits.wrong_codes),
      rare_wrong_codes_(kRareWrongCodes),
      transfers_(limits.transfers),
      transfer_bytes_(limits.transfer_bytes),
      repeated_bytes_(limits.repeated_bytes),
      returns_(limits.returns),
      seatless_(limits.seatless),
      rematch_waits_(limits.rematch_waits),
      spectators_(limits.spectators),
      sessions_(limits.sessions),
      log_lines_(limits.log_lines) {}

std::optional<std::string> AdmissionControl::admit_log_line(LogCause cause, Host host, std::string line, Micros now) {
    if (is_trusted(host)) return line;
    const std::lock_guard lock(mutex_);
    return log_lines_.admit(cause, host, std::move(line), now);
}

bool AdmissionControl::is_trusted(Host host) const {
    return host == 0 || std::ranges::any_of(trusted_, [&](const HostRange& range) { return range.contains(host); });
}

template <class Change>
bool AdmissionControl::change_bans(Change&& change) {
    const std::lock_guard one(bans_change_);
    const auto changed = std::make_shared<Bans>(*bans_now());
    const bool is_done = change(*changed);
    std::shared_ptr<const Bans> next = changed;
    const std::lock_guard lock(mutex_);
    bans_.swap(next);  // the old list is freed after the lock
    return is_done;
}

std::shared_ptr<const Bans> AdmissionControl::bans_now() const {
    const std::lock_guard lock(mutex_);
    return bans_;
}

bool AdmissionControl::ban(const Ban& ban, Micros now) {
    return change_bans([&](Bans& bans) { return bans.add(ban, now); });
}

void AdmissionControl::ban_all(std::span<const Ban> all, Micros now) {
    change_bans([&](Bans& bans) {
        for (const Ban& each : all) bans.add(each, now);
        return true;
    });
}

bool AdmissionControl::lift(const HostRange& range, Micros now) {
    return change_bans([&](Bans& bans) { return bans.lift(range, now); });
}

bool AdmissionControl::is_banned(Host host, Micros now) const {
    const std::lock_guard lock(mutex_);
    return bans_->covers(host, now);
}

std::vector<Ban> AdmissionControl::bans(Micros now) const {
    return bans_now()->list(now);
}

bool AdmissionControl::answers_hello(Host host, Micros now) {
    HelloBudget& budget = is_trusted(host) ? trusted_hellos_ : hellos_;
    const std::lock_guard lock(mutex_);
    return budget.take(host, now) && !bans_->covers(host, now);
}

bool AdmissionControl::admits_peer(Host host, Micros now) {
    const bool trusted = is_trusted(host);
    const std::lock_guard lock(mutex_);
    if (bans_->covers(host, now)) return false;
    if (trusted) return true;
    if (!has_place(host, now)) return false;
    const bool may = peers_.holds(host, 1, now) || (returns(host, now) && peers_.holds_own(host, 1, now));
    if (may) peers_.charge(host, 1, now);
    return may;
}

/// Whether a player of this address may be on their way back to their seat.
bool AdmissionControl::returns(Host host, Micros now) const {
    return seatless_.of(host) < seats_.of(host, now);
}

bool AdmissionControl::has_place(Host host, Micros now) const {
    return seatless_.has_room(host) || (returns(host, now) && seatless_.has_room_own(host));
}

bool AdmissionControl::peer_connected(Host host, Micros now) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    if (!has_place(host, now)) return false;
    seatless_.add(host);
    assert(seatless_.of(host) > 0 && "a peer that has connected is counted");
    return true;
}

void AdmissionControl::seat_taken(Host host) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    seats_.taken(host);
}

void AdmissionControl::seat_left(Host host, Micros now) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    seats_.left(host, now);
}

void AdmissionControl::peer_seated_or_gone(Host host) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    seatless_.remove(host);
}

std::uint32_t AdmissionControl::seats_of(Host host, Micros now) const {
    const std::lock_guard lock(mutex_);
    return seats_.of(host, now);
}

bool AdmissionControl::take_place(ConcurrentLimit& places, Host host) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    if (!places.has_room(host)) return false;
    places.add(host);
    assert(places.of(host) > 0 && "whoever has a place is counted for their address");
    return true;
}

void AdmissionControl::return_place(ConcurrentLimit& places, Host host) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    places.remove(host);
}

bool AdmissionControl::may_watch(Host host) {
    return take_place(spectators_, host);
}

void AdmissionControl::spectator_gone(Host host) {
    return_place(spectators_, host);
}

bool AdmissionControl::may_wait_for_rematch(Host host) {
    return take_place(rematch_waits_, host);
}

void AdmissionControl::rematch_wait_over(Host host) {
    return_place(rematch_waits_, host);
}

bool AdmissionControl::may_create(Host host, Micros now) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    if (!sessions_.has_room(host) || !creates_.take(host, 1, now)) return false;
    sessions_.add(host);
    assert(sessions_.of(host) > 0 && sessions_.of(host) <= sessions_.total() && "a session is counted for its address");
    return true;
}

void AdmissionControl::session_ended(Host host) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    sessions_.remove(host);
}

void AdmissionControl::session_resumed(Host host) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    sessions_.add(host);
}

bool AdmissionControl::may_try_code(Host host, Micros now) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    if (!wrong_codes_.holds_own(host, 1, now)) return false;
    // When all addresses together have used up the server's share, honest players must still be able to join.
    return wrong_codes_.holds(host, 1, now) || rare_wrong_codes_.holds_own(host, 1, now);
}

void AdmissionControl::note_wrong_code(Host host, Micros now) {
    if (is_trusted(host)) return;
    const std::lock_guard lock(mutex_);
    wrong_codes_.charge(host, 1, now);
    rare_wrong_codes_.charge(host, 1, now);
}

bool AdmissionControl::may_transfer(Host host, std::size_t bytes, Micros now, Transfer kind) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    assert(bytes > 0 && "a transfer has bytes, or it would never be charged");
    const auto size = static_cast<std::int64_t>(bytes);
    if (!transfers_.holds_own(host, 1, now) || !transfer_bytes_.holds_own(host, size, now)) return false;
    const bool has_share = transfers_.holds(host, 1, now) && transfer_bytes_.holds(host, size, now);
    if (!has_share && (kind != Transfer::return_by_token || !returns_.take(host, 1, now))) return false;
    transfers_.charge(host, 1, now);
    transfer_bytes_.charge(host, size, now);
    return true;
}

bool AdmissionControl::charge_repeats(Host host, std::uint64_t bytes, Micros now) {
    if (is_trusted(host)) return true;
    const std::lock_guard lock(mutex_);
    repeated_bytes_.charge(host, static_cast<std::int64_t>(bytes), now);
    return repeated_bytes_.holds(host, 1, now);
}

std::uint32_t AdmissionControl::seatless() const {
    const std::lock_guard lock(mutex_);
    return seatless_.total();
}

std::uint32_t AdmissionControl::spectators() const {
    const std::lock_guard lock(mutex_);
    return spectators_.total();
}

}  // namespace albireo::server
