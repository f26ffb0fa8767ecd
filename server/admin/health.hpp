#pragma once
/// Whether the server is live, and whether it should get new players: the answers to GET /live and /ready, and the state
/// for systemd's watchdog.
/// 1. The answer needs no shard and no disk, so it comes at once whatever they do.
/// 2. A stalled shard, a full disk and a drain are known within a second; a disk that hangs or is slow, when data has been waiting for it
///    for a second.
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

    /// A disk that takes longer to sync the data of games is slow: a crash of the machine would lose all of that.
    static constexpr Micros kUnsyncedMax = proto::kMicrosPerSecond;
    static constexpr Micros kNewsEvery = 60 * proto::kMicrosPerSecond;

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
    /// A line for the log when the disk becomes slow, at most one every kNewsEvery, and when it is well again; otherwise empty. One
    /// thread calls it, some times a second.
    std::string disk_news(Micros now);

  private:
    std::vector<std::string> late_shards(Micros now, Micros allowed) const;
    std::vector<std::string> slow_disks(Micros now) const;

    const Shards& shards_;
    const Storage& storage_;
    const Levels* levels_ = nullptr;
    std::atomic<bool> draining_{false};
    bool is_slowness_told_ = false;
    Micros told_at_ = -kNewsEvery;
};

}  // namespace albireo::server
