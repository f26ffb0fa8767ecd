#pragma once
/// The levels a server offers, compiled once each and shared by all sessions and shards.
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "sim/level/level.hpp"

namespace albireo::server {

class Levels {
  public:
    /// Offers every script NAME.lua of a folder as the level NAME, besides the game's own; each is compiled now. Returns
    /// the error of the first script that is not a level (`file:line: …`), or an empty string. Call it before the first
    /// request for a level.
    std::string offer_folder(const std::string& folder);

    /// The level of that name, or null if there is none. Compiles it the first time; safe from any thread.
    std::shared_ptr<const Level> find(const std::string& name, Difficulty difficulty);

    /// Offers a level that is not built in, under a name of its own.
    void offer(const std::string& name, Difficulty difficulty, std::shared_ptr<const Level> level);

  private:
    std::mutex mutex_;
    std::map<std::pair<std::string, Difficulty>, std::shared_ptr<const Level>> levels_;
};

}  // namespace albireo::server
