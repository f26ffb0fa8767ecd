#pragma once
/// Files of games, whose thread never waits for the disk: it makes no call to the system. One thread writes what is appended, another one syncs
/// all files. Data is on the disk within about kEvery, plus the time that the disk itself takes.
///
/// 1. What write_at() has written is in the system's memory when it returns: it survives the end of this process, not that of the machine.
///    What append() has taken is there soon, at the latest kWaitMax later.
/// 2. A file is closed after its last bytes are on the disk.
/// 3. A failed write, reservation or sync stays with the file: every later write returns the error, and nothing more is appended. So does
///    an append() for which there is no room: kWaitingMax bytes of all files are waiting, or some have waited for kWaitMax.
/// 4. The first thread does append(), remove() and rename() in the order of the requests. So a journal is removed after the last bytes
///    of its recording are written.
/// 5. The second thread does everything that may wait for the disk itself, in the order of the requests: reserve(), do_later(), what the first
///    one leaves of remove() and rename(), sync_then(), and the sync of a folder in which a file was made, removed or renamed.
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "platform/file.hpp"
#include "platform/mapped_file.hpp"
#include "proto/micros.hpp"

namespace albireo::server {

class DiskSync;

class SyncedFile : public std::enable_shared_from_this<SyncedFile> {
  public:
    /// `disk` outlives it.
    SyncedFile(DiskSync& disk, platform::File file, std::string path) : disk_(disk), path_(std::move(path)), file_(std::move(file)) {}
    ~SyncedFile();
    SyncedFile(const SyncedFile&) = delete;
    SyncedFile& operator=(const SyncedFile&) = delete;

    /// So much of the file is written as memory from now on (platform/mapped_file.hpp). A file system that cannot do so leaves it to calls of the
    /// system. Call it before the first write_at(). Returns an empty string, or the error.
    std::string map(std::size_t size);
    /// Both return an empty string, or the error.
    std::string append(std::vector<std::uint8_t> bytes);
    std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes);
    /// The error of an earlier append(), reservation or sync; empty: there is none so far.
    std::string fault() const;
    /// How many bytes of all that were appended are written.
    std::uint64_t appended() const { return appended_; }

    // Done later, by the disk's threads.
    void reserve(std::size_t size);
    void remove();
    /// Removes the file if nothing was appended to it.
    void remove_if_empty();
    void rename(const std::string& path);
    /// Overwrites bytes of the file with zeros, even after an earlier write has failed.
    void clear_later(std::size_t offset, std::size_t size);
    /// Calls `work` when the bytes and the name of the file are on the disk, or the sync has failed.
    void sync_then(std::function<void()> work);

    /// Only on the disk's thread. Returns an empty string, or the error.
    std::string truncate(std::size_t size);

  private:
    friend class DiskSync;
    DiskSync& disk_;
    std::string path_;
    platform::File file_;
    std::atomic<bool> is_dirty_{false};
    platform::MappedFile memory_;
    std::atomic<int> error_{0};  // of a reservation, a sync, or what was appended
    bool is_refused_ = false;  // there was no room for an append()
    std::atomic<std::uint64_t> appended_{0};
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
    /// `file` is open for writing at `path`.
    std::shared_ptr<SyncedFile> add(platform::File file, const std::string& path, Origin origin);
    static constexpr std::size_t kWaitingMax = 32u << 20;  // some worlds of 500 games
    static constexpr proto::Micros kWaitMax = 6 * proto::kMicrosPerSecond;

    /// Calls `work` on the disk's thread.
    void do_later(std::function<void()> work);
    /// An entry of this path's folder has changed: the folder is to be synced.
    void note_folder(const std::string& path);
    /// From any thread: at most this long, the oldest data that is not on the disk has been waiting for it; 0: all data is on the disk.
    /// `now`: of the steady clock. About kEvery on a disk that is well.
    proto::Micros unsynced_for(proto::Micros now) const;

  private:
    friend class SyncedFile;
    struct Write {
        proto::Micros at = 0;  // when it was asked for
        std::size_t bytes = 0;
        std::function<void()> work;
    };
    /// Calls `work` on the thread that writes. Returns false, and does nothing, if there is no room for so many bytes.
    bool write_later(std::size_t bytes, std::function<void()> work);
    void run_writes();
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

    mutable std::mutex writes_mutex_;
    std::condition_variable writes_wake_;
    std::deque<Write> writes_;  // the first one is being made
    std::size_t waiting_ = 0;   // bytes
    bool writes_stopping_ = false;
    std::thread writer_;
};

}  // namespace albireo::server
