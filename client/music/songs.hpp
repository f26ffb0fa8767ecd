#pragma once
/// The songs of the game by name. Those that are built in are songs/*.song; song_folder.hpp adds a folder's.
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "client/music/song.hpp"

namespace albireo::music {

/// A set of songs, which never changes.
class SongBook {
  public:
    /// As they were read from files: songs that are faster (Song::faster) are added. Of two with the same name the later one counts.
    explicit SongBook(std::vector<Song> read);

    /// Sorted by name.
    std::span<const Song> songs() const { return songs_; }
    /// Null if there is no such song.
    const Song* find(std::string_view name) const;

  private:
    std::vector<Song> songs_;
};

/// Read at the first call, which throws std::logic_error if a built-in text is not a song; a test reads them all.
std::shared_ptr<const SongBook> builtin_songs();
/// … as their files have them.
std::vector<Song> builtin_song_files();

inline std::span<const Song> songs() { return builtin_songs()->songs(); }
inline const Song* find_song(std::string_view name) { return builtin_songs()->find(name); }

}  // namespace albireo::music
