#include "server/lan_games.hpp"

#include <cassert>
#include <string>

namespace albireo::server {
namespace {

reach::Game lan_game(const Session& session) {
    const std::string& host = session.name_of(Slot::gold).empty() ? session.name_of(Slot::blue) : session.name_of(Slot::gold);
    return {session.code(), host, session.setup().level_name, session.free_seat(false).has_value()};
}

}  // namespace

std::vector<reach::Game> lan_games(const Lobby& lobby, const reach::Query& query) {
    std::vector<reach::Game> games;
    if (query.code.empty() && query.watch_code.empty()) {
        for (const Session* open : lobby.open_games(reach::kGamesMax)) games.push_back(lan_game(*open));
        assert(games.size() <= reach::kGamesMax && "an answer has room for the games");
        return games;
    }
    const Session* const found = query.code.empty() ? lobby.find_by_watch_code(query.watch_code) : lobby.find(query.code);
    if (found != nullptr && !found->has_ended()) games.push_back(lan_game(*found));
    return games;
}

}  // namespace albireo::server
