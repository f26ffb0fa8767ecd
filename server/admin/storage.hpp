#pragma once
/// Watches the disk and keeps the folders of recordings and bundles within their quotas. It has its own thread, because
/// a disk may take seconds to answer: neither games nor the operator's pages wait for it.
///
/// 1. The disk is checked every kLookEvery. It counts as full below Options::free_bytes_min.
/// 2. After a recording or a journal has failed, the disk counts as broken until a small file can be written beside the recordings.
/// 3. Without a folder of recordings the disk is never a fault.
/// 4. Quotas are enforced every kSweepEvery, and soon after set().
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "proto/micros.hpp"
#include "server/config.hpp"
#include "server/retention.hpp"

namespace albireo::server {

class Storage {
  public:
    using Micros = proto::Micros;
    static constexpr Micros kLookEvery = 250 * proto::kMicrosPerMs;
    static constexpr Micros kSweepEvery = 10 * proto::kMicrosPerSecond;
    static constexpr Micros kSilentMax = 3 * proto::kMicrosPerSecond;  // longer: the disk does not answer

    struct Options {
        std::string recordings;  // folder; empty: games are not recorded
        std::uint64_t free_bytes_min = 0;
        std::string bundles{};  // folder; empty: none are kept
        Quota recordings_quota{}, bundles_quota{};
    };
    /// The known state of the disk. Sizes are in bytes.
    struct DiskStatus {
        std::uint64_t free_bytes = 0, size_bytes = 0;
        std::uint64_t failures = 0;  // recordings that failed
        std::string fault;           // why nothing can be recorded; empty if it can
        Micros at = 0;               // of the last look
        struct Folder {
            std::uint64_t files = 0, bytes = 0;
            std::uint64_t deleted = 0;  // files, since the start
            std::uint64_t spared = 0;   // files beyond the quota that are unfinished or unreadable
        };
        Folder recordings{}, bundles{};
    };

    explicit Storage(Options options);
    ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    /// From any thread. The options apply from the next look on.
    void set(Options options);
    /// From any thread: a recording could not be written.
    void note_failure(const std::string& why);
    /// … or a journal.
    void note_journal_failure(const std::string& why);
    DiskStatus sight() const;
    /// From any thread: why nothing can be recorded now; empty if it can.
    std::string fault(Micros now) const;

  private:
    void run();
    void look();
    void sweep();
    DiskStatus::Folder sweep(Retention& retention, const std::string& folder, const Quota& quota, DiskStatus::Folder before);

    // Used only by the thread.
    Retention recordings_{Retention::Kind::recordings}, bundles_{Retention::Kind::bundles}, unresumed_{Retention::Kind::unresumed};
    std::string sweep_fault_;  // as last logged
    // Guarded by the mutex.
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    Micros sweep_at_ = 0;
    Options options_;
    DiskStatus sight_;
    std::string broken_;  // the error of a failed recording or journal; cleared when a probe succeeds
    std::uint64_t noted_ = 0;  // failures of both
    bool stopping_ = false;
    std::thread thread_;
};

/// The folders and quotas of a server's options.
Storage::Options storage_options(const Config& config);

}  // namespace albireo::server
