#pragma once
/// The figures of a game in the window, for --report and --json. Owned by the loop that plays it.
///
/// 1. Times count from this program's first tick to its last, without the lobby and without the time after the game.
/// 2. A second in which the machine stalls changes the mean, but not the median second.
#include <string>
#include <vector>

#include "client/net/game_client.hpp"

namespace albireo::app {

struct GameFigures {
    std::string code;
    std::uint64_t pictures = 0, ticks = 0, frozen_ticks = 0, digests_agreed = 0, desyncs = 0;
    double seconds = 0, ticks_per_second = 0, median_second = 0, longest_frame_ms = 0;
    std::int64_t first_picture_ms = -1;  // from the process's start to the first picture of a game; −1: none
};

class GameMeter {
  public:
    /// Call once a display frame. `seen`: whether the game is on screen.
    void note(const client::GameClient& game, bool seen, proto::Micros now);
    GameFigures figures(const client::GameClient& game) const;

  private:
    std::uint64_t pictures_ = 0, ticks_ = 0, first_ = 0, ticks_at_second_ = 0;
    std::int64_t first_picture_ms_ = -1;
    proto::Micros began_ = -1, last_ = 0, second_began_ = 0, noted_ = -1, longest_ = 0;
    std::vector<double> seconds_;  // ticks in each second
};

/// One line for people.
std::string text_of(const GameFigures& figures);
/// One JSON object with all games and the number of pictures that were made without a window.
std::string json_of(const std::vector<GameFigures>& games, std::size_t pictures);

}  // namespace albireo::app
