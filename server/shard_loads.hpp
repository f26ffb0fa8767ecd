#pragma once
/// How many games each shard of a server has, and which shard gets a new game.
///
/// 1. ShardLoads is one object for all shards. Each shard's thread writes its own number; any thread may read all of them. Nothing waits.
/// 2. Access is relaxed and the numbers are hints: a shard decides by its own lobby whether it has room.
/// 3. ShardChooser belongs to one shard's thread. It has a fixed size, whatever clients do.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "proto/micros.hpp"

namespace albireo::server {

class ShardLoads {
  public:
    explicit ShardLoads(std::size_t shards) : games_(shards) {}

    std::size_t shards() const { return games_.size(); }
    std::uint32_t games(std::uint32_t shard) const { return games_[shard].load(std::memory_order_relaxed); }
    void set_games(std::uint32_t shard, std::size_t games) {
        games_[shard].store(static_cast<std::uint32_t>(games), std::memory_order_relaxed);
    }

  private:
    std::vector<std::atomic<std::uint32_t>> games_;
};

/// Chooses the least loaded shard for a new game that a client requests from shard `own`.
class ShardChooser {
  public:
    /// A redirected client counts as a game of its new shard until that shard has one more, or for one to two periods: it needs three
    /// round trips, or never arrives.
    static constexpr proto::Micros kPeriod = proto::kMicrosPerSecond;

    ShardChooser(std::uint32_t own, std::size_t shards) : own_(own), sent_(shards) {}

    /// Returns nothing if the game belongs on this shard: no other one has fewer games. A shard that has `games_max` of them is full.
    /// The caller redirects the client to the shard that is returned.
    std::optional<std::uint32_t> choose(const ShardLoads& loads, std::size_t own_games, bool is_own_full, std::size_t games_max, proto::Micros now);

  private:
    void forget_old(proto::Micros now);

    std::uint32_t own_;
    /// The clients that were redirected to a shard and have no game there yet.
    struct Sent {
        std::uint32_t before = 0, now = 0;  // in the previous period, and in this one
        std::uint32_t games_seen = 0;       // of that shard, at the last look
        void note_games(std::uint32_t games);
    };
    std::vector<Sent> sent_;
    proto::Micros period_began_ = 0;
};

}  // namespace albireo::server
