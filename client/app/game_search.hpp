#pragma once
/// Looks for the game of a code in every way at the same time: on the local network, at the addresses of an invitation, and through a
/// rendezvous server, directly or by its relay. The first way that leads to the game wins. Owned by the code that shows the search.
///
/// 1. No call waits. Call advance() once per display frame.
/// 2. Nothing is sent before the first advance(), and to nobody but these.
/// 3. When the meeting has opened a path, its port is free: the game is played from it.
#include <optional>
#include <string>
#include <vector>

#include "client/app/activities/search_ways.hpp"
#include "client/net/udp_client.hpp"
#include "reach/join_socket.hpp"
#include "reach/search.hpp"

namespace albireo::app {

struct GameSearchOptions {
    std::string code;                             // to join it, or to watch it
    bool watches = false;                         // … which it is. Spectators are not introduced by a rendezvous
    std::vector<reach::Address> addresses{};
    std::optional<reach::Address> rendezvous{};
    bool may_relay = true;
};

class GameSearch {
  public:
    /// Games on the same network answer within 0.3 s, even if one or two queries are lost, and others after a round trip.
    static constexpr proto::Micros kSearchFor = 1'500 * proto::kMicrosPerMs;
    /// Three seconds for the introduction, two of punching, two for the relay.
    static constexpr proto::Micros kMeetFor = 8 * proto::kMicrosPerSecond;

    explicit GameSearch(GameSearchOptions options);

    void advance(proto::Micros now);
    /// Whether the game is found, or every way has failed.
    bool is_over() const { return is_over_; }
    /// The server of the game, and how it is reached.
    const std::optional<client::ServerAddress>& found() const { return found_; }
    /// If the game was not found: where to connect all the same, because a dedicated server plays without answering queries. The
    /// first address to which there is a route or, with a bare code, this computer.
    client::ServerAddress last_resort() const;

    const std::string& code() const { return options_.code; }
    std::vector<SearchWay> ways() const { return ways_of(facts_); }
    /// For the log: how and when the game was found, or why each way and each address failed.
    std::vector<std::string> lines() const;

  private:
    void follow_meeting(proto::Micros now);
    void find(client::ServerAddress server, std::string line);

    GameSearchOptions options_;
    SearchFacts facts_;
    reach::Search search_;
    std::optional<reach::JoinSocket> meeting_;
    std::optional<client::ServerAddress> found_;
    std::string found_line_;
    proto::Micros began_ = -1;
    bool is_over_ = false;
};

}  // namespace albireo::app
