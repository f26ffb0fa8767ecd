// The part of a session that judges presence and pace, and tells the partner.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "proto/rare.hpp"
#include "server/session.hpp"

namespace albireo::server {

using proto::Partner;

namespace {

/// The log text for a change to this state, as in "Ada left the game at tick 40".
std::string_view log_text_of(Partner state) {
    switch (state) {
        case Partner::expected:
            return "is loading the game";
        case Partner::here:
            return "is connected";
        case Partner::slow:
            return "has sent no frames for 3 seconds";
        case Partner::absent:
            return "is absent";
        case Partner::left:
            return "left the game";
    }
    return "?";
}
/// A session that was not advanced for longer than this was on a server that stood still: others are advanced every tick.
constexpr Micros kOwnPauseMax = 500 * proto::kMicrosPerMs;
/// Charged for a snapshot before it is made. Most have 10 to 60 KB.
constexpr std::size_t kSnapshotBytesGuess = 60'000;
static_assert(Presence::kSlowAfter == 3 * proto::kMicrosPerSecond);

}  // namespace

void Session::watch(Slot slot, Micros now) {
    if (seat(slot).held_back) readmit(slot, now);
    // After a restart a seat waits for its player as long as for one whose connection is silent.
    if (seat(slot).connection == nullptr && now - seat(slot).silent_since >= Presence::kAbsentAfter) seat(slot).restored = false;
    if (started_ || seat(slot).connection != nullptr) note(slot, Presence::Event::none, now);
}

/// Whether the client could send its next frame now. It cannot before the game has begun for it, and not while it waits
/// for its partner's frames at its lead limit.
bool Session::frames_flow(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    if (!started_ || mine.connection == nullptr || mine.wants_world || !mine.connection->frames_started()) return false;
    const bool is_acknowledged = mine.connection->messages_unacknowledged() == 0 && mine.transfers.is_empty();
    const bool may_be_on_its_way = mine.start_by >= now && !is_acknowledged;
    if (may_be_on_its_way) return false;
    mine.start_by = -1;
    return setup_.players < 2 || mine.known - seat(other(slot)).known < static_cast<std::int32_t>(kLeadTicksMax);
}

/// Presence is judged by frames where frames can flow, and by packets of any kind otherwise.
void Session::note_silence(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    if (mine.connection == nullptr || frames_flow(slot, now)) return;
    mine.silent_since = std::max(mine.silent_since, mine.connection->last_heard());
}

bool Session::is_here(Slot slot) const {
    const Partner state = seat(slot).presence.state();
    return takes_part(slot) && !seat(slot).restored && (state == Partner::here || state == Partner::slow);
}

/// The seat that the world waits for: its frame is missing and the partner's is there.
std::optional<Slot> Session::awaited() const {
    for (const Slot slot : kSlots) {
        const bool is_missing = seat(slot).known == world_->tick && seat(other(slot)).known > world_->tick;
        // Nobody is charged for the time that the Start takes to arrive.
        const bool is_excused = world_->tick == Tick{} && seat(slot).start_by >= 0;
        if (is_missing && is_here(slot) && is_here(other(slot)) && !is_excused) return slot;
    }
    return std::nullopt;
}

void Session::judge_pace(Micros now) {
    const Micros lost = pace_.take_lost(now);
    // While the server itself stood still, nobody held up the game.
    const bool was_stopped = now - judged_at_ > kOwnPauseMax;
    for (const Slot slot : kSlots) {
        seat(slot).attendance.note(now - judged_at_, waits_for_ == slot && !was_stopped, lost);
    }
    judged_at_ = now;
    assert(world_->tick >= second_began_ && "ticks are counted from the second's first");
    waits_for_ = awaited();
    if (now < second_ends_) return;
    // As many as they would be at full speed.
    const auto ticks = static_cast<std::uint32_t>(world_->tick - second_began_) * 100 / static_cast<std::uint32_t>(setup_.speed);
    second_began_ = world_->tick;
    second_ends_ = std::max(second_ends_ + proto::kMicrosPerSecond, now);
    for (const Slot slot : kSlots) end_second(slot, ticks, now);
}

void Session::end_second(Slot slot, std::uint32_t ticks, Micros now) {
    Seat& mine = seat(slot);
    if (!is_here(slot) || !is_here(other(slot))) return mine.attendance.excuse();
    const auto verdict = mine.attendance.end_second(ticks);
    if (verdict == Attendance::Verdict::fine || mine.connection == nullptr) return;
    proto::PaceNotice notice;
    notice.ticks_per_second = ticks;
    if (verdict == Attendance::Verdict::behind) {
        notice.absent_in_ms = static_cast<std::uint32_t>(Attendance::kSeconds * 1000);
    } else if (verdict == Attendance::Verdict::absent) {
        notice.back_in_ms = static_cast<std::uint32_t>(mine.attendance.back_in() / proto::kMicrosPerMs);
    }
    mine.connection->send(notice);
    if (verdict != Attendance::Verdict::absent) return;
    log_.emplace_back(fmt::format("{} cannot keep up: {} ticks in the last second", quoted_name(mine.holder.name), ticks), slot);
    note(slot, Presence::Event::lagged, now);
}

bool Session::may_transfer(Slot slot, std::size_t bytes, Micros now) {
    if (proto::happens(proto::Rare::transfer_refused)) return false;
    const Seat& mine = seat(slot);
    using Transfer = AdmissionControl::Transfer;
    return setup_.admission->may_transfer(mine.holder.host, bytes, now, mine.by_token ? Transfer::return_by_token : Transfer::other);
}

/// A player is ready for the world. They get it when the charge for their pace has fallen, and when admission control lets a
/// snapshot through; until then the server makes their frames, so that nobody waits.
void Session::readmit(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    assert(mine.held_back && mine.connection != nullptr && "only a connected player is held back");
    const Micros heard = std::max(mine.silent_since, mine.connection->last_heard());
    if (now - heard >= Presence::kAbsentAfter) {
        mine.held_back = false;  // gone again: the lobby drops the connection
        return;
    }
    const Micros back_in = mine.attendance.back_in();
    if (back_in == 0) {
        if (!mine.ready) return;
        // After a restart of the server everybody needs the world at once.
        if (!mine.restored && !may_transfer(slot, kSnapshotBytesGuess, now)) return;
        mine.held_back = mine.by_token = false;
        mine.silent_since = now;
        return note(slot, Presence::Event::connected, now);
    }
    if (now - mine.wait_sent_at < proto::kMicrosPerSecond || mine.connection->messages_unacknowledged() > 8) return;
    mine.wait_sent_at = now;
    proto::PaceNotice notice;
    notice.back_in_ms = static_cast<std::uint32_t>(back_in / proto::kMicrosPerMs);
    mine.connection->send(notice);
}

/// Updates the seat's presence after an event. Logs a change and notifies the partner.
void Session::note(Slot slot, Presence::Event event, Micros now) {
    Seat& mine = seat(slot);
    note_silence(slot, now);
    assert(mine.silent_since <= now && "no packet arrives after now");
    if (!mine.presence.note(event, now - mine.silent_since)) return;
    is_kept_ = false;
    const Partner state = mine.presence.state();
    if (state == Partner::absent) count(metrics_.absences);
    log_.emplace_back(fmt::format("{} {} at tick {}", quoted_name(mine.holder.name), log_text_of(state), tick().value), slot);
    lobby_sent_at_ = -1;
    notify_partner(slot, now);
}

void Session::notify_partner(Slot slot, Micros now) {
    const Seat& mine = seat(slot);
    const Seat& partner = seat(other(slot));
    if (partner.connection == nullptr) return;
    const auto silent_ms = static_cast<std::uint32_t>((now - mine.silent_since) / proto::kMicrosPerMs);
    partner.connection->send(
        proto::PartnerState{.state = mine.presence.state(), .name = mine.holder.name, .silent_ms = silent_ms});
}

}  // namespace albireo::server
