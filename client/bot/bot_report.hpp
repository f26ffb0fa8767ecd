#pragma once
/// A bot's game in figures, as one JSON object and as a few lines for people.
#include <string>

#include "client/net/game_client.hpp"

namespace albireo::bot {

std::string report_json(const client::GameClient& game, double seconds);
std::string report_text(const client::GameClient& game, double seconds);

}  // namespace albireo::bot
