#pragma once
/// The canonical little-endian bytes of a level: all that the core, a server or a replay needs of it.
/// Loading believes nothing; every count is checked against the bytes that are left before anything is allocated.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/level/level.hpp"

namespace albireo {

/// The bytes of a level, at most kLevelBytesMax for one that check_level() accepts.
std::vector<std::uint8_t> level_bytes(const Level& level);

/// Fills `level` from bytes and derives what is derived. Returns an empty string, or one line that says what is wrong.
std::string load_level(Level& level, std::span<const std::uint8_t> bytes);

/// Whether every index, count and range in the level is sound, so that the core need not look again.
/// Returns an empty string, or one line that names the first thing wrong ("kinds[3].parts: 17 parts, at most 16").
std::string check_level(const Level& level);

/// Computes path samples, tile profiles and the digest. The level must have passed check_level().
void derive(Level& level);

}  // namespace albireo
