#pragma once
/// From the bytes of a replay file to a Recording. Believes nothing: any bytes end in a recording that can be walked,
/// up to the first damage, or in one line that says why there is none.
/// 1. Memory is bounded by the size of the file times a small constant, plus one level and one snapshot.
#include <cstdint>
#include <span>
#include <string>

#include "replays/recording.hpp"

namespace albireo::replays {

/// Returns an empty string if the header could be read; `recording.damage` then says whether all else could.
std::string read_recording(std::span<const std::uint8_t> file, Recording& recording);

enum class Partial : std::uint8_t { refuse, accept };  // what to do with a file that has damage

/// A recording that this program's core can play.
struct Replay {
    Recording recording;
    Level level;
};

/// Takes a recording for playing: checks core version, level and snapshots. Empty, or one line that says what is wrong.
std::string prepare(Recording recording, Replay& replay, Partial partial);

/// All of it, from the path.
std::string open_replay(const std::string& path, Replay& replay, Partial partial = Partial::refuse);

}  // namespace albireo::replays
