#include "server/bundle_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "replays/sink.hpp"
#include "replays/text.hpp"

namespace albireo::server {

namespace fs = std::filesystem;

namespace {
constexpr const char* kEnding = ".desync";
}

BundleStore::Kept BundleStore::keep(const std::string& code, std::uint64_t wall_ms,
                                    std::span<const std::uint8_t> bytes) const {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return {folder_, folder_ + ": cannot be created: " + error.message()};
    make_room(bytes.size());
    const std::string stem = replays::file_stem(wall_ms, code);
    fs::path path;
    for (int again = 1;; ++again) {
        path = fs::path(folder_) / (again == 1 ? stem + kEnding : fmt::format("{}-{}{}", stem, again, kEnding));
        if (!fs::exists(path, error)) break;
    }
    return {path.string(), replays::write_whole(path.string(), bytes)};
}

/// Names begin with their time, so the first by name is the oldest.
void BundleStore::make_room(std::uint64_t bytes) const {
    struct File {
        fs::path path;
        std::uint64_t size;
    };
    std::vector<File> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
        if (entry.path().extension() == kEnding && entry.is_regular_file(error)) {
            files.push_back({entry.path(), entry.file_size(error)});
        }
    }
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.path < b.path; });
    std::uint64_t sum = bytes;
    for (const File& file : files) sum += file.size;
    for (std::size_t i = 0; i < files.size() && (files.size() - i >= kFilesMax || sum > kBytesMax); ++i) {
        fs::remove(files[i].path, error);
        sum -= files[i].size;
    }
}

}  // namespace albireo::server
