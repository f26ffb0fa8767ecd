#pragma once
/// Stores bundles of desyncs on the disk's thread: a game's thread neither compresses them, nor scans their folder, nor writes.
#include <atomic>
#include <memory>

#include "server/bundle_store.hpp"
#include "server/disk_sync.hpp"

namespace albireo::server {

class BundleWriter {
  public:
    /// The most bundles in memory that are not stored yet. A disk that hangs must not fill the memory.
    static constexpr int kWaitingMax = 16;

    /// `disk` outlives this object.
    BundleWriter(DiskSync& disk, BundleStore store) : disk_(disk), store_(std::make_shared<const BundleStore>(std::move(store))) {}

    /// Returns at once. The log says later where the bundle is, or why it is not stored.
    void keep(replays::Bundle bundle, std::string origin = {});

  private:
    DiskSync& disk_;
    std::shared_ptr<const BundleStore> store_;
    std::shared_ptr<std::atomic<int>> waiting_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace albireo::server
