#include "server/disk_sync.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

namespace albireo::server {
namespace {

std::string reason(const std::string& path, int error) {
    return path + ": cannot be written: " + std::strerror(error);
}

/// Calls `write` with what is left until nothing is. Returns 0, or the error.
int write_all(std::span<const std::uint8_t> bytes, auto&& write) {
    while (!bytes.empty()) {
        const ssize_t written = write(bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

}  // namespace

SyncedFile::~SyncedFile() {
    ::close(file_);
}

std::string SyncedFile::append(std::span<const std::uint8_t> bytes) {
    if (has_failed_) return reason(path_, EIO);
    const int error = write_all(bytes, [&](auto left) { return ::write(file_, left.data(), left.size()); });
    is_dirty_ = true;
    return error == 0 ? std::string() : reason(path_, error);
}

std::string SyncedFile::write_at(std::size_t offset, std::span<const std::uint8_t> bytes) {
    if (has_failed_) return reason(path_, EIO);
    const int error = write_all(bytes, [&](auto left) {
        const auto at = static_cast<off_t>(offset + bytes.size() - left.size());
        return ::pwrite(file_, left.data(), left.size(), at);
    });
    is_dirty_ = true;
    return error == 0 ? std::string() : reason(path_, error);
}

std::string SyncedFile::reserve(std::size_t size) {
    // Not every file system can; then a full disk shows when it is written.
    int result = 0;
    while ((result = ::fallocate(file_, 0, 0, static_cast<off_t>(size))) != 0 && errno == EINTR) {
    }
    const bool is_reserved = result == 0 || errno == EOPNOTSUPP || errno == ENOSYS;
    return is_reserved ? std::string() : reason(path_, errno);
}

void SyncedFile::remove() {
    ::unlink(path_.c_str());
    is_dirty_ = false;
}

DiskSync::DiskSync() : thread_([this] { run(); }) {}

DiskSync::~DiskSync() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
    sync_all();
}

std::shared_ptr<SyncedFile> DiskSync::add(int file, const std::string& path) {
    auto added = std::make_shared<SyncedFile>(file, path);
    const std::lock_guard lock(mutex_);
    files_.push_back(added);
    return added;
}

void DiskSync::run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        lock.unlock();
        sync_all();
        lock.lock();
        wake_.wait_for(lock, std::chrono::microseconds(kEvery), [this] { return stopping_; });
    }
}

void DiskSync::sync_all() {
    std::vector<std::shared_ptr<SyncedFile>> files;
    {
        const std::lock_guard lock(mutex_);
        // Only this list has those that their owners have let go, and they are clean.
        std::erase_if(files_, [](const auto& each) { return each.use_count() == 1 && !each->is_dirty_; });
        files = files_;
    }
    for (const auto& each : files) {
        if (each->is_dirty_.exchange(false) && ::fdatasync(each->file_) != 0) each->has_failed_ = true;
    }
}

}  // namespace albireo::server
