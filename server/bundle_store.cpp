#include "server/bundle_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <tuple>
#include <vector>

#include "replays/sink.hpp"
#include "replays/text.hpp"

namespace albireo::server {

namespace fs = std::filesystem;

namespace {
constexpr const char* kEnding = ".desync";
constexpr const char* kUnnamed = "-unnamed";
}  // namespace

BundleStore::Kept BundleStore::keep(const replays::Bundle& bundle) const {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return {folder_, folder_ + ": cannot be created: " + error.message()};
    const auto bytes = replays::bundle_bytes(bundle);
    assert(!bytes.empty() && "a bundle is never empty");
    const bool named = bundle.finding.is_named();
    if (!make_room(bytes.size(), named)) {
        return {folder_, folder_ + ": full of bundles that name a field; one that names none is not stored"};
    }
    const std::string stem = replays::file_stem(bundle.wall_ms, bundle.code) + (named ? "" : kUnnamed);
    fs::path path;
    for (int again = 1;; ++again) {
        path = fs::path(folder_) / (again == 1 ? stem + kEnding : fmt::format("{}-{}{}", stem, again, kEnding));
        if (!fs::exists(path, error)) break;
    }
    // Not synced: the journals and recordings that this thread syncs must not wait for a bundle.
    return {path.string(), replays::write_whole(path.string(), bytes, {.sync = false})};
}

/// Names begin with their time, so the first by name is the oldest.
bool BundleStore::make_room(std::uint64_t bytes, bool named) const {
    struct File {
        bool named;
        fs::path path;
        std::uint64_t size;
    };
    std::vector<File> files;
    std::error_code error;
    std::uint64_t sum = bytes;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
        if (entry.path().extension() != kEnding || !entry.is_regular_file(error)) continue;
        const bool has_name = entry.path().stem().string().find(kUnnamed) == std::string::npos;
        files.push_back({has_name, entry.path(), entry.file_size(error)});
        sum += files.back().size;
    }
    std::sort(files.begin(), files.end(),
              [](const File& a, const File& b) { return std::tie(a.named, a.path) < std::tie(b.named, b.path); });
    std::size_t removed = 0;
    while (files.size() - removed >= files_max_ || sum > bytes_max_) {
        if (removed == files.size()) break;  // this bundle alone exceeds bytes_max_: nothing is left to delete
        if (!named && files[removed].named) return false;
        assert((named || !files[removed].named) && "an unnamed bundle displaces only unnamed ones");
        fs::remove(files[removed].path, error);
        sum -= files[removed++].size;
    }
    assert(files.size() - removed < files_max_ && "there is room for one more file");
    return true;
}

}  // namespace albireo::server
