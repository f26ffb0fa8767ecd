#include "server/disk_sync.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <tuple>

#include "platform/whole_file.hpp"

namespace albireo::server {
namespace {

std::string reason(const std::string& path, int error) {
    return platform::fault_text(path, "cannot be written", error);
}

proto::Micros steady_micros() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Whether nobody else holds the file. use_count() alone orders nothing: on other processors than x86 the owner's last write might still
/// be unknown here, and the file would be closed before that is synced.
bool is_let_go(const std::shared_ptr<SyncedFile>& file) {
    if (file.use_count() != 1) return false;
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
}

}  // namespace

SyncedFile::~SyncedFile() {
    assert(!is_dirty_ && "the disk's thread lets go of a file after its last bytes are synced");
}

std::string SyncedFile::map(std::size_t size) {
    const int error = memory_.map(file_, size);
    const bool is_unable = error == ENODEV || error == EOPNOTSUPP || error == EINVAL;
    return error == 0 || is_unable ? std::string() : reason(path_, error);
}

std::string SyncedFile::append(std::vector<std::uint8_t> bytes) {
    if (std::string error = fault(); !error.empty()) return error;
    const std::size_t size = bytes.size();
    const bool has_room = disk_.write_later(size, [file = shared_from_this(), taken = std::move(bytes)] {
        if (file->error_ != 0) return;  // there must be no gap
        const int error = file->file_.write(taken);
        file->is_dirty_ = true;
        error == 0 ? void(file->appended_ += taken.size()) : void(file->error_ = error);
    });
    is_refused_ = !has_room;
    return fault();
}

std::string SyncedFile::fault() const {
    if (const int error = error_; error != 0) return reason(path_, error);
    return is_refused_ ? path_ + ": cannot be written: the disk takes nothing" : std::string();
}

std::string SyncedFile::write_at(std::size_t offset, std::span<const std::uint8_t> bytes) {
    if (std::string error = fault(); !error.empty()) return error;
    int error = 0;
    if (memory_.is_mapped()) {
        error = memory_.copy(offset, bytes) ? 0 : EIO;
    } else {
        error = file_.write_at(offset, bytes);
    }
    is_dirty_ = true;
    return error == 0 ? std::string() : reason(path_, error);
}

void SyncedFile::reserve(std::size_t size) {
    disk_.do_later([file = shared_from_this(), size] {
        // Not every file system can; then a full disk shows when it is written.
        const int error = file->file_.reserve(size);
        if (error != 0 && error != EOPNOTSUPP && error != ENOSYS) file->error_ = error;
        file->is_dirty_ = true;
    });
}

void SyncedFile::remove() {
    disk_.write_later(0, [file = shared_from_this()] {
        file->disk_.do_later([file] {
            platform::remove_file(file->path_);
            file->is_dirty_ = false;
            file->disk_.note_folder(file->path_);
        });
    });
}

void SyncedFile::remove_if_empty() {
    disk_.write_later(0, [file = shared_from_this()] {
        if (file->appended_ == 0) file->remove();
    });
}

void SyncedFile::rename(const std::string& path) {
    disk_.write_later(0, [file = shared_from_this(), path] {
        file->disk_.do_later([file, path] {
            if (platform::rename_file(file->path_, path) == 0) file->path_ = path;
            file->disk_.note_folder(path);
        });
    });
}

void SyncedFile::clear_later(std::size_t offset, std::size_t size) {
    disk_.do_later([file = shared_from_this(), offset, size] {
        std::ignore = file->file_.write_at(offset, std::vector<std::uint8_t>(size));
        file->is_dirty_ = true;
    });
}

void SyncedFile::sync_then(std::function<void()> work) {
    disk_.do_later([file = shared_from_this(), work = std::move(work)] {
        if (const int error = file->file_.sync_data(); error != 0) file->error_ = error;
        const std::string folder = std::filesystem::path(file->path_).parent_path().string();
        platform::sync_folder(folder.empty() ? "." : folder);
        work();
    });
}

std::string SyncedFile::truncate(std::size_t size) {
    const int error = file_.truncate(size);
    is_dirty_ = true;
    return error == 0 ? std::string() : reason(path_, error);
}

DiskSync::DiskSync() : synced_until_(steady_micros()), thread_([this] { run(); }), writer_([this] { run_writes(); }) {}

DiskSync::~DiskSync() {
    {
        const std::lock_guard lock(writes_mutex_);
        writes_stopping_ = true;
    }
    writes_wake_.notify_one();
    writer_.join();
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
    do_work();
    sync_all();
}

std::shared_ptr<SyncedFile> DiskSync::add(platform::File file, const std::string& path, Origin origin) {
    assert(file.is_open() && !path.empty() && "an open file with a name is added");
    auto added = std::make_shared<SyncedFile>(*this, std::move(file), path);
    if (origin == Origin::created) note_folder(path);
    const std::lock_guard lock(mutex_);
    files_.push_back(added);
    return added;
}

void DiskSync::do_later(std::function<void()> work) {
    assert(work != nullptr && "the disk's thread calls it");
    {
        const std::lock_guard lock(mutex_);
        work_.push_back(std::move(work));
    }
    wake_.notify_one();
}

bool DiskSync::write_later(std::size_t bytes, std::function<void()> work) {
    const proto::Micros now = steady_micros();
    {
        const std::lock_guard lock(writes_mutex_);
        const bool is_late = !writes_.empty() && now - writes_.front().at > kWaitMax;
        // A request without bytes is always taken: there are at most a few for each file.
        if (bytes > 0 && (is_late || waiting_ + bytes > kWaitingMax)) return false;
        writes_.push_back({.at = now, .bytes = bytes, .work = std::move(work)});
        waiting_ += bytes;
    }
    writes_wake_.notify_one();
    return true;
}

void DiskSync::run_writes() {
    std::unique_lock lock(writes_mutex_);
    while (true) {
        writes_wake_.wait(lock, [this] { return writes_stopping_ || !writes_.empty(); });
        if (writes_.empty()) return;
        auto work = std::move(writes_.front().work);
        lock.unlock();
        work();
        work = nullptr;  // it may hold the file
        lock.lock();
        assert(waiting_ >= writes_.front().bytes && "what is written has waited");
        waiting_ -= writes_.front().bytes;
        writes_.pop_front();
    }
}

void DiskSync::note_folder(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const std::lock_guard lock(mutex_);
    folders_.insert(folder.empty() ? "." : folder);
}

proto::Micros DiskSync::unsynced_for(proto::Micros now) const {
    proto::Micros waits = 0;
    {
        const std::lock_guard lock(writes_mutex_);
        if (!writes_.empty()) waits = std::max<proto::Micros>(now - writes_.front().at, 0);
    }
    const std::lock_guard lock(mutex_);
    const bool is_synced = !is_syncing_ && folders_.empty() && std::ranges::none_of(files_, [](const auto& each) { return each->is_dirty_.load(); });
    return is_synced ? waits : std::max(now - synced_until_, waits);
}

void DiskSync::run() {
    const auto every = std::chrono::microseconds(kEvery);
    auto sync_at = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        lock.unlock();
        do_work();
        if (std::chrono::steady_clock::now() >= sync_at) {
            sync_all();
            sync_at = std::chrono::steady_clock::now() + every;
        }
        lock.lock();
        wake_.wait_until(lock, sync_at, [this] { return stopping_ || !work_.empty(); });
    }
}

void DiskSync::do_work() {
    std::vector<std::function<void()>> work;
    {
        const std::lock_guard lock(mutex_);
        work.swap(work_);
    }
    for (const auto& each : work) each();
}

void DiskSync::sync_all() {
    std::vector<std::shared_ptr<SyncedFile>> files;
    std::set<std::string> folders;
    const proto::Micros began = steady_micros();
    {
        const std::lock_guard lock(mutex_);
        // Only this list has those that their owners have let go, and they are clean.
        std::erase_if(files_, [](const auto& each) { return is_let_go(each) && !each->is_dirty_; });
        for (const auto& each : files_) {
            if (each->is_dirty_.exchange(false)) files.push_back(each);
        }
        folders.swap(folders_);
        is_syncing_ = !files.empty() || !folders.empty();
    }
    // The disk gets the bytes of all files before any of them is waited for: many small writes then share its time.
    if (files.size() > 1) {
        for (const auto& each : files) each->file_.begin_sync();
    }
    for (const auto& each : files) {
        if (const int error = each->file_.sync_data(); error != 0) each->error_ = error;
    }
    // A new name needs its folder, or the machine's end takes the file with it.
    for (const std::string& each : folders) platform::sync_folder(each);
    const std::lock_guard lock(mutex_);
    assert(began >= synced_until_ && "a sync begins after the one before");
    is_syncing_ = false;
    synced_until_ = began;
}

}  // namespace albireo::server
