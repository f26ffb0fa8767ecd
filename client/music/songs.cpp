#include "client/music/songs.hpp"

#include <algorithm>
#include <stdexcept>

#include "client/music/song_file.hpp"
#include "client/music/song_text.hpp"

namespace albireo::music {

std::span<const Song> songs() {
    static const std::vector<Song> all = [] {
        std::vector<Song> read;
        for (const SongFile& file : song_files()) {
            ReadSong song = read_song(file.text, file.name);
            if (!song.error.empty()) throw std::logic_error(song.error);
            read.push_back(std::move(song.song));
            const std::vector<std::uint32_t> faster = read.back().faster;
            for (std::size_t i = 0; i < faster.size(); ++i) {
                Song copy = read[read.size() - 1 - i];
                copy.name += "_" + std::to_string(i + 2);
                copy.sixteenth = faster[i];
                read.push_back(std::move(copy));
            }
        }
        return read;
    }();
    return all;
}

const Song* find_song(std::string_view name) {
    const auto found = std::find_if(songs().begin(), songs().end(), [&](const Song& song) { return song.name == name; });
    return found == songs().end() ? nullptr : &*found;
}

}  // namespace albireo::music
