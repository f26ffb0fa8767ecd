#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "server/session.hpp"

namespace albireo::server {

bool Session::has_token(const proto::Proof& proof, const proto::Binding& binding) const {
    bool has = false;
    for (const Slot slot : kSlots) has |= seat(slot).taken && seat(slot).tokens.match(proof, binding) == SeatTokens::Match::valid;
    return has;
}

std::optional<Slot> Session::take_back(const proto::Proof& proof, const proto::Binding& binding,
                                       const proto::Token& next, Micros now) {
    std::array<SeatTokens::Match, kSlotCount> matches{};
    for (const Slot slot : kSlots) {
        if (seat(slot).taken) matches[index(slot)] = seat(slot).tokens.match(proof, binding);
    }
    for (const Slot slot : kSlots) {
        if (matches[index(slot)] != SeatTokens::Match::valid) continue;
        seat(slot).tokens.rotate(next, proof, binding);
        seat(slot).by_token = started_;
        is_kept_ = false;
        return slot;
    }
    count(metrics_.seat_tries);
    const bool was_old = std::ranges::count(matches, SeatTokens::Match::spent) != 0;
    for (const Slot slot : kSlots) {
        // An old token shows whose seat was meant. A wrong one does not, so both owners are told.
        const bool is_meant = !was_old || matches[index(slot)] == SeatTokens::Match::spent;
        if (seat(slot).taken && is_meant) note_tried(slot, {was_old}, now);
    }
    return std::nullopt;
}

/// Tells the owner of a seat that somebody tried to take it: at once, or when they are back.
void Session::note_tried(Slot slot, proto::SeatTried tried, Micros now) {
    Seat& mine = seat(slot);
    if (now - mine.tried_sent_at < kTriedEvery) return;
    mine.tried_sent_at = now;
    log_.emplace_back(fmt::format("somebody asked for the seat of {} with {} token", quoted_name(mine.holder.name),
                                  tried.with_old_token ? "an old" : "a wrong"), slot);
    if (mine.connection != nullptr) {
        mine.connection->send(tried);
    } else {
        mine.tried = tried;
    }
}

}  // namespace albireo::server
