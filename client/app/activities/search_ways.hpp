#pragma once
/// The ways in which a program looks for the game that a player wants to join, as the player and the log are told about them.
#include <string>
#include <vector>

#include "reach/game_finder.hpp"

namespace albireo::app {

/// One way to the game.
struct SearchWay {
    /// `unused`: it is switched off, or cannot be tried; `waiting`: it is tried when another way has failed.
    enum class State : std::uint8_t { unused, waiting, trying, failed, found };
    State state = State::waiting;
    std::string name{}, told{};  // for the player, in their language
    std::string line{};          // for the log, in English
    std::string log_name{};      // … only the name
};

using reach::SearchFacts;

/// This network, the addresses of the invitation by kind (a mapped port or public IPv4, IPv6, private ones, names), the rendezvous server,
/// the direct path through both routers, the relay: those that apply, in this order.
std::vector<SearchWay> ways_of(const SearchFacts& facts);
/// Of a game that was found: why each way before that one failed, for the log.
std::vector<std::string> failed_before(const SearchFacts& facts);

}  // namespace albireo::app
