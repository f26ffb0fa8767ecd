// How a session ends: its players are told, and say goodbye; they may also agree to start the game again.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "server/session.hpp"
#include "sim/step.hpp"

namespace albireo::server {

using proto::Partner;

void Session::finish_game(proto::Outcome outcome, Micros now) {
    assert(!has_ended() && "a game ends once");
    assert((started_ || outcome == proto::Outcome::left) && "only a game that has started is cleared or lost");
    ended_at_ = now;
    outcome_ = outcome;
    is_kept_ = false;
    for (Seat& each : seats_) each.stays = each.taken && each.presence.state() != Partner::left;
    for (const Slot slot : kSlots) {
        if (!is_connected(slot)) continue;
        seat(slot).transfers.queue_all(*seat(slot).connection);
        seat(slot).connection->send(ending(slot));
    }
    log_.emplace_back(fmt::format("the game ends at tick {}: {}", tick().value,
                               outcome == proto::Outcome::cleared ? "the level is cleared"
                               : outcome == proto::Outcome::over  ? "all lives are lost"
                               : restarts_                        ? "both players want to start again"
                                                                  : "it was not played to its end"));
    if (started_) count(metrics_.sessions_ended);
    settle(now);
}

proto::Ended Session::ending(Slot slot) const {
    assert(has_ended() && "a running game has no outcome");
    if (world_ == nullptr) return {outcome_, {}, 0, 0};
    const auto* digest = history().find(world_->tick);
    const bool may_go_on = may_rematch() && outcome_ == proto::Outcome::cleared && setup_.stages.empty();
    return {outcome_, world_->tick, digest != nullptr ? digest->root : 0,
            history().span_digest(world_->tick, seat(slot).since), goes_on(), may_rematch(), may_go_on ? setup_.next_level : std::string()};
}

std::optional<Session::SeatHolder> Session::staying(Slot slot) const {
    assert(goes_on() && "only a campaign that goes on keeps its seats");
    return seat(slot).stays ? std::optional(seat(slot).holder) : std::nullopt;
}

void Session::end(proto::ByeReason reason, Micros now) {
    if (has_ended()) return close_recording(now);
    for (Seat& each : seats_) {
        if (each.connection != nullptr) each.connection->send(proto::Bye{reason});
    }
    finish_game(proto::Outcome::left, now);
}

bool Session::is_finished(Micros now) const {
    return are_all_gone(now) && (open_bundles_.empty() || now - ended_at_ >= kFarewell);
}

/// The game has ended, and nobody is left whom it has to tell something.
bool Session::are_all_gone(Micros now) const {
    if (!has_ended()) return false;
    assert(ended_at_ <= now && "a game has not ended in the future");
    if (now - ended_at_ >= kFarewell) return true;
    return std::all_of(seats_.begin(), seats_.end(), [&](const Seat& each) {
        // A player who has played to the end compares the last digests, and then says goodbye.
        return each.connection == nullptr ||
               (outcome_ == proto::Outcome::left && each.connection->messages_unacknowledged() == 0 &&
                each.connection->outgoing().count() == 0);
    });
}

// --------------------------------------------------------------------------------------- what players tell their partner

void Session::pass_on(Slot from, const proto::Signal& signal, Micros now) {
    // Our clients send no more than the limit.
    if (!seat(from).signal_limit.take(now)) return count(metrics_.unexpected);
    proto::Connection* const partner = seat(other(from)).connection;
    if (started_ && !has_ended() && partner != nullptr && partner->knows_signals()) partner->send(signal);
}

/// Both players have to want the restart. It ends the game; each player then asks for a rematch.
void Session::receive_wish(Slot from, const proto::RematchWish& wish, Micros now) {
    Seat& mine = seat(from);
    if (!mine.wish_limit.take(now)) return count(metrics_.unexpected);
    if (!started_ || has_ended() || setup_.players < kSlotCount || mine.wants_restart == wish.wants) return;
    mine.wants_restart = wish.wants;
    mine.wished_at = now;
    if (!wish.wants || !seat(other(from)).wants_restart) return pass_on_wish(from);
    restarts_ = true;
    finish_game(proto::Outcome::left, now);
}

void Session::pass_on_wish(Slot from) {
    proto::Connection* const partner = seat(other(from)).connection;
    if (partner != nullptr && partner->knows_wishes()) partner->send(proto::RematchWish{.wants = seat(from).wants_restart});
}

/// When the game is played on.
void Session::drop_wishes(Micros now) {
    if (has_ended() || is_paused(*world_)) return;
    for (const Slot slot : kSlots) {
        if (!seat(slot).wants_restart || now - seat(slot).wished_at < kWishWithoutPause) continue;
        seat(slot).wants_restart = false;
        pass_on_wish(slot);
    }
}

void Session::lengthen_watch_delay(std::uint32_t delay_ms) {
    if (delay_ms <= setup_.watch_delay_ms) return;
    setup_.watch_delay_ms = delay_ms;
    is_kept_ = false;
}

}  // namespace albireo::server
