#pragma once
/// The levels of a game on this computer.
#include <string>

#include "client/app/activities/game_host.hpp"
#include "server/levels.hpp"

namespace albireo::app {

/// Registers the setup's level with a server of this machine; returns the name to request. `packs`: the server needs its bytes, for a
/// recording or a client that does not have it. The server's thread then neither compiles nor packs.
std::string offer_level(server::Levels& levels, const GameHostSetup& setup, bool packs);

}  // namespace albireo::app
