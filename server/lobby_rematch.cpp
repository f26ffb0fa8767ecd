// Rematches: the players of a game that has ended ask for another one, and learn what their partner asks for.
#include <algorithm>
#include <cassert>

#include "server/lobby_peer.hpp"

namespace albireo::server {

using proto::PeerId;
using proto::Refusal;

/// A new game for the players of a game that has ended. The first request opens it, and says on which level; the second joins it. Each
/// player keeps their seat.
void Lobby::rematch(Peer& peer, const proto::Rejoin& request, const EndedSeat& ended, PeerId id, Micros now) {
    Rematch& rematch = *ended.rematch;
    const auto found = games_.find(rematch.code);
    if (found != games_.end() && !found->second.session->has_ended()) {
        Game& game = found->second;
        // A client that has lost its link before it learned of the seat asks again. Once the game has started its player knows the
        // seat's own token, and that of the ended game opens it no more.
        const bool was_given = game.session->is_taken(ended.slot) && !game.session->has_started() &&
                               game.session->tokens(ended.slot).current() == rematch.tokens[index(ended.slot)];
        const bool is_own = was_given || !game.session->is_taken(ended.slot);
        const auto slot = is_own ? std::optional(ended.slot) : game.session->free_seat(false);
        if (!slot) return refuse(peer, Refusal::session_full, rematch.code);
        seat(peer, id, game, *slot, false, now);
        rematch.tokens[index(*slot)] = game.session->tokens(*slot).current();
        return;
    }
    proto::Create wanted = rematch.request;
    if (!request.rematch_level.empty()) {
        wanted.level = request.rematch_level;
        wanted.section = wanted.phase = 0;
    }
    const std::string before = rematch.code;
    create(peer, wanted, request, &ended, id, now);
    if (rematch.code == before) return;  // refused, or told to wait
    rematch.wish = {.wants = true};
    rematch.wished_by = ended.slot;
    if (!request.rematch_level.empty()) {
        const auto level = levels_.find(levels_.stages(wanted.level).front(), static_cast<Difficulty>(wanted.difficulty));
        rematch.wish.title = proto::is_name(level->title.view()) ? std::string(level->title.view()) : wanted.level;
    }
    tell_wish(rematch, other(ended.slot), now);
}

/// A player who says goodbye after a game keeps the connection, without a seat, to learn of the partner's wish. Returns false if
/// there can be no rematch, if the client would not understand the wish, or if too many of this address wait already. The player can ask
/// for the rematch over a new connection in any case.
bool Lobby::stays_for_rematch(PeerId id, Peer& peer, Micros now) {
    if (peer.session == nullptr || draining_ || !peer.connection.knows_wishes()) return false;
    std::shared_ptr<Rematch> rematch = games_.at(peer.session->code()).rematch;
    if (rematch == nullptr || !environment_.admission->may_wait_for_rematch(peer.host)) return false;
    assert(peer.counts_as == Peer::CountsAs::nothing && "a player in a seat counts as a player only");
    peer.counts_as = Peer::CountsAs::rematch_wait;
    leave(id, peer, true, now);
    peer.connection.stop_frames();
    peer.listens_until = now + EndedGames::kFor;
    peer.rematch = std::move(rematch);
    peer.rematch->listeners[index(peer.slot)] = id;
    if (peer.rematch->wish.wants && peer.rematch->wished_by != peer.slot) tell_wish(*peer.rematch, peer.slot, now);
    return true;
}

void Lobby::tell_wish(const Rematch& rematch, Slot to, Micros now) {
    const auto id = rematch.listeners[index(to)];
    const auto found = id ? peers_.find(*id) : peers_.end();
    if (found == peers_.end() || found->second->rematch.get() != &rematch || found->second->closing) return;
    found->second->connection.send(rematch.wish);
    peers_due_.set(*id, now);
}

/// The rematch is over, and one of the players may not have come.
void Lobby::withdraw_wish(Game& game, Micros now) {
    if (game.opened_for == nullptr || !game.opened_for->wish.wants) return;
    game.opened_for->wish = {};
    tell_wish(*game.opened_for, other(game.opened_for->wished_by), now);
}

/// How long a peer may stay without a seat.
Micros Lobby::seatless_until(const Peer& peer) const {
    if (peer.rematch == nullptr) return peer.seatless_since + limits_.seat_within;
    return std::min(peer.listens_until, std::max(peer.seatless_since, peer.connection.last_heard()) + limits_.seat_within);
}

}  // namespace albireo::server
