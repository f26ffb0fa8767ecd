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

std::size_t Lobby::tell(const std::string& code, const std::string& text, Micros now) {
    const auto found = games_.find(code);
    if (found == games_.end()) return 0;
    std::size_t told = 0;
    for (const auto& id : found->second.peers) {
        if (!id) continue;
        peers_.at(*id)->connection.send(proto::OperatorNotice{text});
        ++told;
    }
    games_due_.set(found->first, now);
    return told;
}

}  // namespace albireo::server
