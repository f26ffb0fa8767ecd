#pragma once
/// The levels that a server offers. Each is compiled once per difficulty and shared by all sessions and shards.
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "sim/level/level.hpp"

namespace albireo::server {

class Levels {
  public:
    /// Compiles every script NAME.lua of a folder and offers it as the level NAME, besides the game's own levels.
    /// Returns an empty string, or the error of the first script that fails (`file:line: …`). Call it before the first
    /// find().
    std::string offer_folder(const std::string& folder);

    /// The level of that name; null if there is none. Compiles it on first use. Thread-safe.
    std::shared_ptr<const Level> find(const std::string& name, Difficulty difficulty);

    /// Offers a level that is already compiled, under `name` and at one difficulty.
    void offer(const std::string& name, Difficulty difficulty, std::shared_ptr<const Level> level);

  private:
    std::mutex mutex_;
    std::map<std::pair<std::string, Difficulty>, std::shared_ptr<const Level>> levels_;
};

}  // namespace albireo::server
