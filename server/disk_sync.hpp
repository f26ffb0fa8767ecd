#pragma once
/// Files that are written by one thread and brought to the disk by another: the writer never waits for the disk, and what it
/// has written is on the disk within about kEvery, plus what the disk itself takes.
///
/// 1. A write is in the system's memory when it returns: it survives the end of this process, not that of the machine.
/// 2. A file is closed after its last bytes are on the disk.
/// 3. A failed write or sync stays in SyncedFile::fault().
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "proto/micros.hpp"

namespace albireo::server {

class SyncedFile {
  public:
    /// Takes the descriptor over.
    SyncedFile(int file, std::string path) : path_(std::move(path)), file_(file) {}
    ~SyncedFile();
    SyncedFile(const SyncedFile&) = delete;
    SyncedFile& operator=(const SyncedFile&) = delete;

    /// Both return an empty string, or the error.
    std::string append(std::span<const std::uint8_t> bytes);
    std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes);
    std::string reserve(std::size_t size);
    void remove();

  private:
    friend class DiskSync;
    std::string path_;
    int file_;
    std::atomic<bool> is_dirty_{false};
    std::atomic<bool> has_failed_{false};  // to be brought to the disk
};

class DiskSync {
  public:
    static constexpr proto::Micros kEvery = 50 * proto::kMicrosPerMs;

    DiskSync();
    /// Brings everything to the disk.
    ~DiskSync();
    DiskSync(const DiskSync&) = delete;
    DiskSync& operator=(const DiskSync&) = delete;

    std::shared_ptr<SyncedFile> add(int file, const std::string& path);

  private:
    void run();
    void sync_all();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<std::shared_ptr<SyncedFile>> files_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace albireo::server
