#pragma once
/// A reach::GameFinder as the programs with a window show it: where to connect, and each way as the player and the log are told about it.
#include <optional>
#include <string>
#include <vector>

#include "client/app/activities/search_ways.hpp"
#include "client/net/udp_client.hpp"
#include "reach/game_finder.hpp"

namespace albireo::app {

using GameSearchOptions = reach::FinderOptions;

class GameSearch {
  public:
    explicit GameSearch(GameSearchOptions options) : finder_(std::move(options)) {}

    static constexpr proto::Micros kAtOnce = 500 * proto::kMicrosPerMs;  // twice the longest ping for which the game is made

    /// Call it once per display frame.
    void advance(proto::Micros now) { finder_.advance(now); }
    bool is_over() const { return finder_.is_over(); }
    std::optional<client::ServerAddress> found() const;
    /// If the game was not found: where to connect all the same. With a bare code this is this computer.
    client::ServerAddress last_resort() const;

    const std::string& code() const { return finder_.code(); }
    std::vector<SearchWay> ways() const { return ways_of(finder_.facts()); }
    /// For the log: how and when the game was found, and why each way and each address before that failed.
    std::vector<std::string> lines() const;
    /// Logs these lines: at `info` if the game was found directly and at once (kAtOnce), before any way had failed; otherwise at `warn`, which is written
    /// by default, so that players can read the reasons.
    void log() const;

  private:
    bool was_easy() const;
    reach::GameFinder finder_;
};

}  // namespace albireo::app
