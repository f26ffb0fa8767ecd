// Finds the server of the game that a player wants to join.
#include "client/app/network_settings.hpp"
#include "client/app/program_parts.hpp"

namespace albireo::app {

FoundServer find_game(const CommandLine& line, const std::function<bool(const GameSearch&)>& next_frame) {
    GameSearch search(search_options(line));
    for (search.advance(client::UdpClient::now()); !search.is_over(); search.advance(client::UdpClient::now())) {
        if (!next_frame(search)) return {};
    }
    search.log();
    if (search.found()) return {*search.found()};
    return {search.last_resort(), search.ways()};
}

}  // namespace albireo::app
