#pragma once
/// How the replay programs write numbers, times, versions and other people's words.
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/snapshot.hpp"
#include "sim/witness/words.hpp"

namespace albireo::replays {

/// "5:00.00", minutes, seconds and hundredths of so many ticks
std::string clock_text(std::uint32_t ticks);

/// The text with what could move a cursor or colour a terminal replaced by "?".
std::string printable(std::string_view text);

/// The text with every byte that is not part of UTF-8 (a file's name may hold any) replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// "0123456789abcdef"
std::string hex_text(std::uint64_t number);

/// "2026-11-20 17:05:01 UTC"
std::string date_text(std::uint64_t ms_since_1970);

/// "20261120-170501-K7QF2M": what a file of a game is named, so that the first by name is the oldest. UTC.
std::string file_stem(std::uint64_t ms_since_1970, std::string_view code);

/// "replay needs core version 3; this program has version 5: use the release that made it"
std::string core_version_text(std::string_view what, std::uint32_t needed);

/// What is wrong with those bytes of a snapshot.
std::string snapshot_text(LoadError error, std::span<const std::uint8_t> bytes);

}  // namespace albireo::replays
