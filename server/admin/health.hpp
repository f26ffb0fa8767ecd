#pragma once
/// Whether the server is live, and whether it should get new players: the answers to GET /live and /ready, and the state
/// for systemd's watchdog.
/// 1. The answer needs no shard and no disk, so it comes at once whatever they do.
/// 2. A stalled shard, a full disk and a drain are known within a second.
#include <atomic>
#include <string>
#include <vector>

#include "server/admin/storage.hpp"
#include "server/shard.hpp"

namespace albireo::server {

class Health {
  public:
    /// A shard is stalled if its thread is this late for a pass. With Shard::kPassEvery that is known within a second.
    static constexpr Micros kStalledAfter = 700 * proto::kMicrosPerMs;
    static_assert(kStalledAfter + Shard::kPassEvery < proto::kMicrosPerSecond);
    /// A shard that is late by this will not recover: only a restart helps.
    static constexpr Micros kDeadAfter = 15 * proto::kMicrosPerSecond;

    /// Both must outlive this object.
    Health(const Shards& shards, const Storage& storage) : shards_(shards), storage_(storage) {}

    /// From any thread: the server is told to end, and takes no new games.
    void note_drain() { draining_ = true; }
    bool is_draining() const { return draining_; }

    /// The server is not ready before these are compiled. They must outlive this object.
    void watch_levels(const Levels& levels) { levels_ = &levels; }

    /// Why the server is not live, or not ready: a line for each reason; empty if it is.
    std::vector<std::string> not_live(Micros now) const;
    std::vector<std::string> not_ready(Micros now) const;

  private:
    std::vector<std::string> late_shards(Micros now, Micros allowed) const;

    const Shards& shards_;
    const Storage& storage_;
    const Levels* levels_ = nullptr;
    std::atomic<bool> draining_{false};
};

}  // namespace albireo::server
