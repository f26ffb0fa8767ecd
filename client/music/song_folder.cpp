#include "client/music/song_folder.hpp"

#include <filesystem>
#include <utility>
#include <vector>

#include "client/music/song_text.hpp"

namespace albireo::music {

console::FilesIn songs_in(std::string folder) { return {.folder = std::move(folder), .extensions = {".song"}, .most = 64}; }

SongFolderRead read_song_folder(const std::string& folder) {
    const auto refused = [](std::string error) { return SongFolderRead{builtin_songs(), std::move(error)}; };
    const console::FilesIn files = songs_in(folder);
    std::error_code error;
    const auto paths = files.list(error);
    if (error) return refused(folder + ": cannot be read: " + error.message());
    if (paths.size() > files.most) return refused(folder + ": more than " + std::to_string(files.most) + " songs");
    std::vector<Song> songs = builtin_song_files();
    for (const auto& path : paths) {
        const auto text = console::text_of(path, kSongTextMax);
        if (!text) return refused(path.string() + ": cannot be read");
        ReadSong read = read_song(*text, path.string());
        if (!read.error.empty()) return refused(read.error);
        songs.push_back(std::move(read.song));
    }
    return {std::make_shared<const SongBook>(std::move(songs)), ""};
}

std::string song_folder_of(const std::string& level_script) {
    if (!level_script.ends_with(".lua")) return "";  // a level of the game, by name
    const auto folder = std::filesystem::path(level_script).parent_path() / "songs";
    std::error_code error;
    return std::filesystem::is_directory(folder, error) ? folder.string() : "";
}

}  // namespace albireo::music
