#pragma once
/// The canonical little-endian bytes of a level: everything that the core, a server or a replay needs to play it.
/// Loaded bytes are untrusted: every count is checked against the remaining bytes before anything is allocated.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/level/level.hpp"

namespace albireo {

/// The bytes of a level, at most kLevelBytesMax for one that check_level() accepts.
std::vector<std::uint8_t> level_bytes(const Level& level);

/// Reads `level` from bytes, checks it, and computes the derived data. Returns an empty string, or one line that names
/// the error; the level must then not be used.
std::string load_level(Level& level, std::span<const std::uint8_t> bytes);

/// Checks every index, count and range in the level, so that the core need not check them again.
/// Returns an empty string, or one line that names the first error ("kinds[3].parts: 17 is not within 1 ... 16").
std::string check_level(const Level& level);

/// Computes path samples, tile profiles and the digest. The level must have passed check_level().
void derive(Level& level);

}  // namespace albireo
