#pragma once
/// The game's own songs together with those of a folder, for people who write songs: its NAME.song are song texts (song_text.hpp).
/// A song replaces the game's of the same name. Other files are ignored.
#include <memory>
#include <string>

#include "client/music/songs.hpp"
#include "console/folder_watch.hpp"

namespace albireo::music {

struct SongFolderRead {
    std::shared_ptr<const SongBook> book;  // the game's own, if there is an error
    std::string error;                     // one line: file, line, what is wrong, what was expected
};
SongFolderRead read_song_folder(const std::string& folder);

/// The files that count, to be watched for changes.
console::FilesIn songs_in(std::string folder);

/// The folder of a level's own songs: songs/ beside its script; empty if there is none.
std::string song_folder_of(const std::string& level_script);

}  // namespace albireo::music
