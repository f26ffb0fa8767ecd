#pragma once
/// How the replay programs format numbers, times, versions and untrusted text.
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/snapshot.hpp"
#include "sim/witness/words.hpp"

namespace albireo::replays {

/// "5:00.00": a number of ticks as minutes, seconds and hundredths.
std::string clock_text(std::uint32_t ticks);

/// The text with every control character replaced by "?": some could move a terminal's cursor or change its colours.
std::string printable(std::string_view text);

/// The text with every byte that is not valid UTF-8 replaced by U+FFFD. File names may contain any byte.
std::string valid_utf8(std::string_view text);

/// "0123456789abcdef"
std::string hex_text(std::uint64_t number);

/// "2026-11-20 17:05:01 UTC"
std::string date_text(std::uint64_t ms_since_1970);

/// "20261120-170501-K7QF2M": a game's file name without its ending. Time is UTC, so names sort by age.
std::string file_stem(std::uint64_t ms_since_1970, std::string_view code);

/// "replay needs core version 3; this program has version 5: use the release that made it"
std::string core_version_text(std::string_view what, std::uint32_t needed);

/// The error text for a snapshot that could not be loaded.
std::string snapshot_text(LoadError error, std::span<const std::uint8_t> bytes);

}  // namespace albireo::replays
