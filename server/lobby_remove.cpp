// What an operator may do to a game.
#include "server/lobby.hpp"

namespace albireo::server {

bool Lobby::remove(const std::string& code, std::optional<Slot> slot, Micros now) {
    const auto found = games_.find(code);
    if (found == games_.end() || found->second.session->has_ended()) return false;
    Game& game = found->second;
    if (!slot) {
        game.session->end(proto::ByeReason::server_closing, now);
        for (const auto& id : game.peers) {
            if (id) peers_due_.set(*id, now);
        }
    } else {
        if (game.session->name_of(*slot).empty()) return false;
        clear_seat(game, *slot, proto::ByeReason::misbehaved, now);
        game.session->expel(*slot, new_token(), now);
    }
    games_due_.set(code, now);
    return true;
}

}  // namespace albireo::server
