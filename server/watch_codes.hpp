#pragma once
/// The watch codes of a server's games, which admit spectators. All shards of a server have the same key.
///
/// 1. A code is derived from the key and the game's join code. So no random number is drawn for it, and a server that resumes a
///    game after a restart admits spectators by the same code.
/// 2. Without the key a watch code reveals nothing about the join code, nor about the shard that has the game.
#include <array>
#include <cstdint>
#include <string>

#include "proto/keys.hpp"

namespace albireo::server {

class WatchCodes {
  public:
    using Key = std::array<std::uint8_t, 32>;
    /// The key, derived from the server's key.
    static Key key_of(const proto::SecretKey& server);

    explicit WatchCodes(const Key& key) : key_(key) {}

    /// The watch code of a game on this shard. A game uses the first `attempt` whose code no other game has.
    std::string code_of(const std::string& join_code, std::uint32_t shard, std::size_t shards, std::uint32_t attempt = 0) const;
    /// The shard that has the game of this watch code, if there is such a game.
    std::uint32_t shard_of(const std::string& watch_code, std::size_t shards) const;

  private:
    std::uint64_t bits_of(char purpose, const std::string& text, std::uint32_t number) const;

    Key key_;
};

}  // namespace albireo::server
