#include "server/retention.hpp"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <vector>

#include "platform/file.hpp"
#include "platform/whole_file.hpp"
#include "replays/reader.hpp"
#include "replays/sink.hpp"
#include "server/bundle_shelf.hpp"
#include "server/parked_games.hpp"

namespace albireo::server {

namespace fs = std::filesystem;

Retention::Outcome Retention::sweep(const std::string& folder, const Quota& quota, std::time_t now) {
    struct File {
        std::string name;  // begins with its time, so the first by name is the oldest
        std::string path;
        std::uint64_t bytes;
        std::time_t written;
    };
    const char* ending = kind_ == Kind::recordings ? ".replay" : kind_ == Kind::bundles ? ".desync" : kUnresumedEnding;
    std::vector<File> files;
    Outcome outcome;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
        platform::FileStatus status;
        const std::string path = entry->path().string();
        if (entry->path().extension() != ending || platform::status_of_name(path, status) != 0 || !status.is_regular) continue;
        const std::string name = entry->path().filename().string();
        files.push_back({name, path, status.bytes, status.written});
        outcome.bytes += files.back().bytes;
    }
    if (error && error != std::errc::no_such_file_or_directory) outcome.fault = folder + ": " + error.message();
    outcome.files = files.size();
    std::ranges::sort(files, {}, &File::name);
    if (kind_ == Kind::bundles) {
        std::vector<BundleFile> bundles;
        for (const File& file : files) bundles.emplace_back(file.name, file.bytes);
        std::vector<File> ordered;
        for (const BundleFile& bundle : in_order_of_deletion(std::move(bundles), {quota.files_max, quota.bytes_max})) {
            ordered.push_back(*std::ranges::lower_bound(files, bundle.name, {}, &File::name));
        }
        files = std::move(ordered);
    }
    std::erase_if(unfinished_, [&](const auto& each) { return !fs::exists(each.first, error); });
    for (const File& file : files) {
        const bool is_old = quota.seconds_max > 0 && now - file.written > quota.seconds_max;
        const bool too_many = quota.files_max > 0 && outcome.files > quota.files_max;
        const bool too_large = quota.bytes_max > 0 && outcome.bytes > quota.bytes_max;
        if (!is_old && !too_many && !too_large) continue;
        if (!may_delete(file.path, file.bytes, file.written)) {
            ++outcome.spared;
        } else if (const int failed = platform::remove_file(file.path); failed != 0) {
            outcome.fault = platform::fault_text(file.path, "cannot be deleted", failed);
        } else {
            assert(outcome.files > 0 && outcome.bytes >= file.bytes && "a deleted file has been counted");
            --outcome.files;
            outcome.bytes -= file.bytes;
            ++outcome.deleted_files;
            outcome.deleted_bytes += file.bytes;
        }
    }
    assert(outcome.files <= files.size() && outcome.spared + outcome.deleted_files <= files.size() && "each file is judged once");
    return outcome;
}

bool Retention::may_delete(const std::string& path, std::uint64_t bytes, std::time_t written) {
    if (kind_ != Kind::recordings) return true;  // nobody writes on
    const std::pair now{bytes, written};
    if (const auto known = unfinished_.find(path); known != unfinished_.end() && known->second == now) return false;
    std::vector<std::uint8_t> file;
    replays::Recording recording;
    using Damage = replays::Damage::Kind;
    const bool is_read = replays::read_file(path, file).empty() && replays::read_recording(file, recording).empty();
    if (is_read && recording.damage.kind != Damage::unfinished && recording.damage.kind != Damage::cut_off) {
        unfinished_.erase(path);
        return true;
    }
    unfinished_[path] = now;
    return false;
}

}  // namespace albireo::server
