#include "client/models/look_folder.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace albireo::models {
namespace {

namespace files = std::filesystem;

console::FilesIn looks_in(std::string folder) {
    return {.folder = std::move(folder), .extensions = {".lua", ".graph", ".glsl"}, .most = LookLimits::kFiles};
}

}  // namespace

FolderRead read_look_folder(const std::string& folder) {
    std::error_code error;
    const std::vector<files::path> paths = looks_in(folder).list(error);  // the reader refuses too many
    if (error) return {{}, folder + ": cannot be read: " + error.message()};
    Looks looks;
    std::vector<LookFile> scripts;
    for (const files::path& path : paths) {
        auto text = console::text_of(path, LookLimits::kFileBytes);
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

LookWatch::LookWatch(std::string folder) : FolderWatch(looks_in(std::move(folder))) {}

}  // namespace albireo::models
