// What an operator may do to a game.
#include "server/lobby_peer.hpp"

#include <cassert>

namespace albireo::server {

bool Lobby::remove(const std::string& code, std::optional<Slot> slot, Micros now) {
    const auto found = games_.find(code);
    if (found == games_.end() || found->second.session->has_ended()) return false;
    Game& game = found->second;
    assert(game.session->code() == code && "a game is known by its session's code");
    if (!slot) {
        game.session->end(proto::ByeReason::server_closing, now);
    } else {
        if (game.session->name_of(*slot).empty()) return false;
        clear_seat(game, *slot, proto::ByeReason::misbehaved, now);
        game.session->expel(*slot, new_token(), now);
    }
    games_due_.set(code, now);
    return true;
}

std::size_t Lobby::remove_banned(Micros now) {
    std::size_t removed = 0;
    for (auto& [key, game] : games_) {
        for (const Slot slot : kSlots) {
            const bool is_in = !game.session->has_ended() && !game.session->name_of(slot).empty() &&
                               game.session->state_of(slot) != proto::Partner::left;
            if (!is_in || !environment_.admission->is_banned(game.session->host_of(slot), now)) continue;
            remove(game.session->code(), slot, now);
            ++removed;
        }
    }
    for (auto& [id, peer] : peers_) {
        if (peer->session != nullptr || peer->closing || !environment_.admission->is_banned(peer->host, now)) continue;
        peer->connection.send(proto::Bye{proto::ByeReason::misbehaved});
        peer->closing = true;
        peer->closing_since = now;
        peers_due_.set(id, now);
        ++removed;
    }
    return removed;
}

std::size_t Lobby::tell(const std::optional<std::string>& code, const std::string& text, Micros now) {
    std::size_t told = 0;
    for (auto& [id, peer] : peers_) {
        if (peer->session == nullptr || (code && peer->session->code() != *code)) continue;
        peer->connection.send(proto::OperatorNotice{text});
        games_due_.set(peer->session->code(), now);
        ++told;
    }
    return told;
}

}  // namespace albireo::server
