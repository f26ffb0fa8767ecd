#pragma once
/// The games of a lobby as the local network sees them.
#include <vector>

#include "reach/query.hpp"
#include "server/lobby.hpp"

namespace albireo::server {

/// The games that a query asks for, at most reach::kGamesMax.
std::vector<reach::Game> lan_games(const Lobby& lobby, const reach::Query& query);

}  // namespace albireo::server
