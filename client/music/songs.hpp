#pragma once
/// The songs of the game, built in: songs/*.song.
#include <span>
#include <string_view>

#include "client/music/song.hpp"

namespace albireo::music {

/// Sorted by name. Read at the first call, which throws std::logic_error if a built-in text is not a song; a test reads
/// them all.
std::span<const Song> songs();

/// Null if there is no such song.
const Song* find_song(std::string_view name);

}  // namespace albireo::music
