#include "client/music/songs.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "client/music/song_file.hpp"
#include "client/music/song_text.hpp"

namespace albireo::music {

SongBook::SongBook(std::vector<Song> read) {
    std::map<std::string, Song> by_name;
    for (Song& song : read) {
        std::string name = song.name;
        by_name.insert_or_assign(std::move(name), std::move(song));
    }
    for (auto& [name, song] : by_name) {
        songs_.push_back(std::move(song));
        const std::vector<std::uint32_t> faster = songs_.back().faster;
        for (std::size_t i = 0; i < faster.size(); ++i) {
            Song copy = songs_[songs_.size() - 1 - i];
            copy.name += "_" + std::to_string(i + 2);
            copy.sixteenth = faster[i];
            songs_.push_back(std::move(copy));
        }
    }
    std::sort(songs_.begin(), songs_.end(), [](const Song& a, const Song& b) { return a.name < b.name; });
}

const Song* SongBook::find(std::string_view name) const {
    const auto found = std::find_if(songs_.begin(), songs_.end(), [&](const Song& song) { return song.name == name; });
    return found == songs_.end() ? nullptr : &*found;
}

std::vector<Song> builtin_song_files() {
    std::vector<Song> read;
    for (const SongFile& file : song_files()) {
        ReadSong song = read_song(file.text, file.name);
        if (!song.error.empty()) throw std::logic_error(song.error);
        read.push_back(std::move(song.song));
    }
    return read;
}

std::shared_ptr<const SongBook> builtin_songs() {
    static const std::shared_ptr<const SongBook> all = std::make_shared<const SongBook>(builtin_song_files());
    return all;
}

}  // namespace albireo::music
