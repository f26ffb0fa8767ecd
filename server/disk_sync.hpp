#pragma once
/// Files that are written by one thread and synced to the disk by another: the writer never waits for the disk. Its
/// data is on the disk within about kEvery, plus the time that the disk itself takes.
///
/// 1. A write is in the system's memory when it returns: it survives the end of this process, not that of the machine.
/// 2. A file is closed after its last bytes are on the disk.
/// 3. A failed write, reservation or sync stays with the file: every later write returns the error.
/// 4. The other thread does everything that may wait for the disk itself, in the order of the requests: reserve(), remove(),
///    rename(), do_later(), and the sync of a folder in which a file was made, removed or renamed.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "proto/micros.hpp"

namespace albireo::server {

class DiskSync;

class SyncedFile : public std::enable_shared_from_this<SyncedFile> {
  public:
    /// Takes ownership of the descriptor. `disk` outlives it.
    SyncedFile(DiskSync& disk, int file, std::string path) : disk_(disk), path_(std::move(path)), file_(file) {}
    ~SyncedFile();
    SyncedFile(const SyncedFile&) = delete;
    SyncedFile& operator=(const SyncedFile&) = delete;

    /// Both return an empty string, or the error.
    std::string append(std::span<const std::uint8_t> bytes);
    std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes);

    // Done later, by the disk's thread.
    void reserve(std::size_t size);
    void remove();
    void rename(const std::string& path);

    /// Only on the disk's thread. Returns an empty string, or the error.
    std::string truncate(std::size_t size);

  private:
    friend class DiskSync;
    DiskSync& disk_;
    std::string path_;
    int file_;
    std::atomic<bool> is_dirty_{false};
    std::atomic<int> error_{0};  // of a reservation or a sync
};

class DiskSync {
  public:
    static constexpr proto::Micros kEvery = 50 * proto::kMicrosPerMs;

    DiskSync();
    /// Finishes all requests and syncs all files.
    ~DiskSync();
    DiskSync(const DiskSync&) = delete;
    DiskSync& operator=(const DiskSync&) = delete;

    enum class Origin : std::uint8_t { existing, created };  // of the file: a created one needs a sync of its folder
    /// Takes ownership of the descriptor `file`, which is open for writing at `path`.
    std::shared_ptr<SyncedFile> add(int file, const std::string& path, Origin origin);
    /// Calls `work` on the disk's thread.
    void do_later(std::function<void()> work);
    /// An entry of this path's folder has changed: the folder is to be synced.
    void note_folder(const std::string& path);
    /// From any thread: at most this long, the oldest data that is not on the disk has been waiting for it; 0: all data is on the disk.
    /// `now`: of the steady clock. About kEvery on a disk that is well.
    proto::Micros unsynced_for(proto::Micros now) const;

  private:
    void run();
    void do_work();
    void sync_all();

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<std::shared_ptr<SyncedFile>> files_;
    std::vector<std::function<void()>> work_;
    std::set<std::string> folders_;  // to be synced
    bool is_syncing_ = false;          // the disk is asked for data that is no longer marked as dirty
    proto::Micros synced_until_ = 0;   // all data that was written before is on the disk
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace albireo::server
