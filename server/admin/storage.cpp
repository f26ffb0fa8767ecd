#include "server/admin/storage.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <array>
#include <cassert>
#include <chrono>
#include <cstring>
#include <ctime>

#include "platform/file.hpp"
#include "platform/process.hpp"
#include "platform/whole_file.hpp"
#include "server/shard.hpp"

namespace albireo::server {
namespace {

/// Writes, syncs and deletes a small file. Returns an empty string, or the error.
std::string probe(const std::string& folder) {
    const std::string path = fmt::format("{}/.albireo-probe-{}", folder, platform::process_id());
    using Options = platform::OpenOptions;
    platform::File file(path, {.access = Options::Access::write, .create = Options::Create::if_missing, .mode = 0600, .empties = true});
    if (!file.is_open()) return platform::fault_text(folder, "nothing can be created", file.error());
    const std::array<std::uint8_t, 4096> bytes{};
    int error = file.write(bytes);
    if (error == 0) error = file.sync();
    file.close();
    platform::remove_file(path);
    return error == 0 ? std::string() : platform::fault_text(folder, "nothing can be written", error);
}

}  // namespace

Storage::Storage(Options options) : options_(std::move(options)) {
    if (!options_.recordings.empty()) broken_ = probe(options_.recordings);
    look();
    thread_ = std::thread([this] { run(); });
}

Storage::~Storage() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Storage::set(Options options) {
    const std::lock_guard lock(mutex_);
    options_ = std::move(options);
    sweep_at_ = 0;
}

void Storage::note_failure(const std::string& why) {
    note_journal_failure(why);
    const std::lock_guard lock(mutex_);
    ++sight_.failures;
}

void Storage::note_journal_failure(const std::string& why) {
    const std::lock_guard lock(mutex_);
    broken_ = why;
    sight_.fault = why;
    ++noted_;
}

Storage::DiskStatus Storage::sight() const {
    const std::lock_guard lock(mutex_);
    return sight_;
}

std::string Storage::fault(Micros now) const {
    const std::lock_guard lock(mutex_);
    if (!sight_.fault.empty() || options_.recordings.empty()) return sight_.fault;
    if (now - sight_.at <= kSilentMax) return {};
    return fmt::format("{}: the disk has not answered for {} s", options_.recordings, (now - sight_.at) / proto::kMicrosPerSecond);
}

void Storage::run() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, std::chrono::microseconds(kLookEvery), [&] { return stopping_; })) {
        const bool sweeps = steady_now() >= sweep_at_;
        if (sweeps) sweep_at_ = steady_now() + kSweepEvery;
        lock.unlock();
        if (sweeps) sweep();
        look();
        lock.lock();
    }
}

/// The disk is asked without the lock: note_failure() and fault() never wait for it.
void Storage::look() {
    Options options;
    std::string broken;
    std::uint64_t noted = 0;
    {
        const std::lock_guard lock(mutex_);
        options = options_;
        broken = broken_;
        noted = noted_;
    }
    DiskStatus seen;
    if (!options.recordings.empty()) {
        platform::DiskSpace disk;
        if (!broken.empty()) broken = probe(options.recordings);
        if (const int error = platform::disk_space(options.recordings, disk); error != 0) {
            seen.fault = fmt::format("{}: {}", options.recordings, std::strerror(error));
        } else {
            seen.free_bytes = disk.free_bytes;
            seen.size_bytes = disk.size_bytes;
            if (disk.is_read_only) {
                seen.fault = options.recordings + ": the disk is read-only";
            } else if (seen.free_bytes < options.free_bytes_min) {
                seen.fault = fmt::format("{}: the disk is full: {} MB are free, {} are required (--free-mb)", options.recordings,
                                         seen.free_bytes / 1'000'000, options.free_bytes_min / 1'000'000);
            }
        }
        if (seen.fault.empty()) seen.fault = broken;
    }
    seen.at = steady_now();
    const std::lock_guard lock(mutex_);
    // If a recording or a journal failed during this look, the next look probes the disk.
    const bool failed_meanwhile = noted_ != noted;
    assert(noted_ >= noted && "failures are only added");
    assert(sight_.at <= seen.at && "a look is newer than the one before");
    seen.failures = sight_.failures;
    seen.recordings = sight_.recordings;
    seen.bundles = sight_.bundles;
    if (failed_meanwhile) {
        seen.fault = sight_.fault;
    } else {
        broken_ = broken;
    }
    sight_ = std::move(seen);
}

void Storage::sweep() {
    Options options;
    DiskStatus seen;
    {
        const std::lock_guard lock(mutex_);
        options = options_;
        seen = sight_;
    }
    if (!options.recordings.empty()) seen.recordings = sweep(recordings_, options.recordings, options.recordings_quota, seen.recordings);
    // Journals that could not be resumed are kept as recordings are: so many of them, for so long.
    if (!options.recordings.empty()) sweep(unresumed_, options.recordings, options.recordings_quota, {});
    if (!options.bundles.empty()) seen.bundles = sweep(bundles_, options.bundles, options.bundles_quota, seen.bundles);
    const std::lock_guard lock(mutex_);
    sight_.recordings = seen.recordings;
    sight_.bundles = seen.bundles;
}

Storage::DiskStatus::Folder Storage::sweep(Retention& retention, const std::string& folder, const Quota& quota, DiskStatus::Folder before) {
    const auto outcome = retention.sweep(folder, quota, std::time(nullptr));
    assert(outcome.spared <= outcome.files && "a file that is spared is still there");
    if (outcome.deleted_files > 0) {
        spdlog::info("{}: {} files ({} MB) beyond the quota are deleted", folder, outcome.deleted_files, outcome.deleted_bytes / 1'000'000);
    }
    if (!outcome.fault.empty() && outcome.fault != sweep_fault_) spdlog::error("{}", outcome.fault);
    if (!outcome.fault.empty()) sweep_fault_ = outcome.fault;
    return {outcome.files, outcome.bytes, before.deleted + outcome.deleted_files, outcome.spared};
}

Storage::Options storage_options(const Config& config) {
    const auto quota = [](std::uint64_t mb, std::uint64_t files, std::uint32_t days) {
        return Quota{.bytes_max = mb * 1'000'000, .files_max = files, .seconds_max = std::int64_t{days} * 24 * 60 * 60};
    };
    return {.recordings = config.record_dir,
            .free_bytes_min = std::uint64_t{config.free_mb} * 1'000'000,
            .bundles = bundle_folder(config),
            .recordings_quota = quota(config.replays_mb, config.replays_files, config.replays_days),
            .bundles_quota = quota(config.bundles_mb, config.bundles_files, config.bundles_days)};
}

}  // namespace albireo::server
