#include "console/folder_watch.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

namespace albireo::console {
namespace {

namespace files = std::filesystem;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    return (hash ^ value) * 1099511628211ULL;  // FNV-1a, a word at a time
}

/// Of the names, sizes and times of the files.
std::uint64_t fingerprint_of(const FilesIn& in) {
    std::error_code error;
    std::uint64_t hash = 14695981039346656037ULL;
    for (const files::path& path : in.list(error)) {
        for (const char c : path.native()) hash = mixed(hash, static_cast<unsigned char>(c));
        hash = mixed(hash, static_cast<std::uint64_t>(files::file_size(path, error)));
        hash = mixed(hash, static_cast<std::uint64_t>(files::last_write_time(path, error).time_since_epoch().count()));
    }
    return hash;
}

}  // namespace

std::vector<files::path> FilesIn::list(std::error_code& error) const {
    std::vector<files::path> paths;
    for (files::directory_iterator each(folder, error); !error && each != files::directory_iterator(); each.increment(error)) {
        std::error_code unknown;
        const std::string extension = each->path().extension().string();
        const bool counts = !extension.empty() && std::ranges::find(extensions, extension) != extensions.end();
        if (counts && each->is_regular_file(unknown)) paths.push_back(each->path());
        if (paths.size() > most) break;
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::optional<std::string> text_of(const files::path& path, std::size_t bytes_max) {
    std::ifstream in(path, std::ios::binary);
    std::string text(bytes_max + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.bad() || (!in && !in.eof())) return std::nullopt;
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

FolderWatch::FolderWatch(FilesIn files) : files_(std::move(files)), seen_(fingerprint_of(files_)), before_(seen_) {}

bool FolderWatch::has_changed() {
    const std::uint64_t now = fingerprint_of(files_);
    const bool is_settled = now == std::exchange(before_, now);
    if (now == seen_ || !is_settled) return false;
    seen_ = now;
    return true;
}

}  // namespace albireo::console
