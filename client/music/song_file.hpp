#pragma once
/// The text of a built-in song, as EmbedText.cmake writes it.
#include <span>
#include <string_view>

namespace albireo::music {

struct SongFile {
    std::string_view name, text;
};
std::span<const SongFile> song_files();

}  // namespace albireo::music
