#pragma once
/// Reads a `.song` text. One row per line, words separated by blanks; `#` after a blank or at the start of a line begins a
/// comment.
///
///     song the_cut              the name
///     tempo 400/3               quarters a minute
///     faster 150 160            the same song again at these tempi, named NAME_2, NAME_3 …
///     meter 4/4                 a bar; its second number is 4 or 8
///     key D                     the tonic, for `every`
///     gain -3.5                 decibels, for equal loudness of all songs
///     sound lead reed           the sound of a stem (kSoundNames); the stems are pad, bass, drums, arp, lead, choir and cell
///     form A1 A2 A1 B           the order of the parts
///
///     part A1                   the rows of one part follow
///     chords Dm | Gm/D          a bar each; several chords share their bar evenly
///     lead D5:3 Eb5:1 -:4 …     notes and rests with their lengths in sixteenths; bars are separated by |
///     arp 1:1 3:1 5:2 …         numbers are tones of the current chord, counted upward from its root through octaves
///     kick x...x...             a sixteenth each: x a hit, X an accent, . nothing
///
///     every bass D2:2 D3:1 …    for every part without such a row: the bar is repeated, and moved to each chord's root
///     every kick x...x...
///
/// 1. A row that has fewer bars than its part's chords is repeated; every bar must sum to the meter.
/// 2. Pads and choirs that have no row play the chords. The derived stems (song.hpp) follow from the rows of the lead and the drums.
/// 3. Any text gives a Song within its limits, or one line `name:line: what is wrong`.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "client/music/song.hpp"

namespace albireo::music {

inline constexpr std::size_t kSongTextMax = 256 * 1024;  // bytes

struct ReadSong {
    Song song;
    std::string error;  // empty if the song was read
};

/// An error begins with `name`, for example the name of the file.
ReadSong read_song(std::string_view text, std::string_view name);

}  // namespace albireo::music
