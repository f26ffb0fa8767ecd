#include "client/models/look_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

namespace albireo::models {
namespace {

namespace files = std::filesystem;

bool is_look(const files::path& path) {
    const std::string extension = path.extension().string();
    return extension == ".lua" || extension == ".graph" || extension == ".glsl";
}

/// Regular files only: reading a pipe might never end.
std::vector<files::path> look_files(const std::string& folder, std::error_code& error) {
    std::vector<files::path> paths;
    for (files::directory_iterator each(folder, error); !error && each != files::directory_iterator(); each.increment(error)) {
        std::error_code unknown;
        if (is_look(each->path()) && each->is_regular_file(unknown)) paths.push_back(each->path());
        // More is refused by the reader.
        if (paths.size() > LookLimits::kFiles) break;
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::optional<std::string> text_of(const files::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text(LookLimits::kFileBytes + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.bad() || (!in && !in.eof())) return std::nullopt;
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    return (hash ^ value) * 1099511628211ULL;  // FNV-1a, a word at a time
}

/// Of the names, sizes and times of the files.
std::uint64_t fingerprint_of(const std::string& folder) {
    std::error_code error;
    std::uint64_t hash = 14695981039346656037ULL;
    for (const files::path& path : look_files(folder, error)) {
        for (const char c : path.native()) hash = mixed(hash, static_cast<unsigned char>(c));
        hash = mixed(hash, static_cast<std::uint64_t>(files::file_size(path, error)));
        hash = mixed(hash, static_cast<std::uint64_t>(files::last_write_time(path, error).time_since_epoch().count()));
    }
    return hash;
}

}  // namespace

FolderRead read_look_folder(const std::string& folder) {
    std::error_code error;
    const std::vector<files::path> paths = look_files(folder, error);
    if (error) return {{}, folder + ": cannot be read: " + error.message()};
    Looks looks;
    std::vector<LookFile> scripts;
    for (const files::path& path : paths) {
        auto text = text_of(path);
        if (!text) return {{}, path.string() + ": cannot be read"};
        if (text->size() > LookLimits::kFileBytes) {
            return {{}, path.string() + ": more than " + std::to_string(LookLimits::kFileBytes) + " bytes; a look is smaller"};
        }
        const std::string extension = path.extension().string();
        if (extension == ".lua") {
            scripts.push_back({path.string(), std::move(*text)});
        } else {
            (extension == ".graph" ? looks.graphs : looks.snippets).push_back({path.stem().string(), std::move(*text)});
        }
    }
    LooksRead read = read_looks(scripts);
    if (!read.error.empty()) return {{}, read.error};
    looks.book = std::move(read.book);
    return {std::move(looks), ""};
}

std::string look_folder_of(const std::string& level_script) {
    if (!level_script.ends_with(".lua")) return "";  // a level of the game, by name
    const files::path folder = files::path(level_script).parent_path() / "looks";
    std::error_code error;
    return files::is_directory(folder, error) ? folder.string() : "";
}

LookWatch::LookWatch(std::string folder) : folder_(std::move(folder)), seen_(fingerprint_of(folder_)), before_(seen_) {}

bool LookWatch::has_changed() {
    const std::uint64_t now = fingerprint_of(folder_);
    const bool is_settled = now == std::exchange(before_, now);
    if (now == seen_ || !is_settled) return false;
    seen_ = now;
    return true;
}

}  // namespace albireo::models
