#pragma once
/// The ways in which a program looks for the game that a player wants to join, as the player and the log are told about them.
#include <optional>
#include <string>
#include <vector>

#include "reach/invitation.hpp"
#include "reach/join_meeting.hpp"

namespace albireo::app {

/// One way to the game.
struct SearchWay {
    /// `unused`: it is switched off, or cannot be tried; `waiting`: it is tried when another way has failed.
    enum class State : std::uint8_t { unused, waiting, trying, failed, found };
    State state = State::waiting;
    std::string name{}, told{};  // for the player, in their language
    std::string line{};          // for the log, in English
};

/// What is known of a search.
struct SearchFacts {
    enum class Asked : std::uint8_t { asking, skipped, silent, answered };
    std::vector<reach::Address> addresses{};      // of the invitation
    std::optional<reach::Address> rendezvous{};
    bool may_meet = true;   // a rendezvous would be of use; it introduces players, not spectators
    bool may_relay = true;
    Asked network = Asked::asking, at_addresses = Asked::asking;
    /// Of the meeting through the rendezvous.
    enum class Server : std::uint8_t { looked_up, without_address, asked, answered, late };
    Server server = Server::looked_up;
    reach::JoinMeeting::State meeting = reach::JoinMeeting::State::asking;
    reach::JoinMeeting::Failure failure = reach::JoinMeeting::Failure::none;
};

/// This network, the addresses of the invitation, the rendezvous server, the direct path through both routers, the relay: those that
/// apply, in this order.
std::vector<SearchWay> ways_of(const SearchFacts& facts);

/// Whether this is an address, which can be asked. A host name is not looked up before the connection.
bool is_asked(const reach::Address& address);

}  // namespace albireo::app
