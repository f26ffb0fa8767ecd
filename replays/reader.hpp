#pragma once
/// Reads the bytes of a replay file into a Recording. Input is untrusted: any bytes yield a recording that can be
/// played up to the first damage, or a one-line error.
/// 1. Memory is bounded by the size of the file times a small constant, plus one level and one snapshot.
#include <cstdint>
#include <span>
#include <string>

#include "replays/recording.hpp"

namespace albireo::replays {

/// Returns an empty string if the header could be read, or else a one-line error. Damage after the header is in
/// `recording.damage`.
std::string read_recording(std::span<const std::uint8_t> file, Recording& recording);

enum class Partial : std::uint8_t { refuse, accept };  // how to treat a damaged file

/// A recording that this program's core can play.
struct Replay {
    Recording recording;
    Level level;
};

/// Prepares a recording for playing: checks core version, level and snapshots. Returns an empty string, or one line
/// with the error.
std::string prepare(Recording recording, Replay& replay, Partial partial);

/// The two parts of prepare(), for a reader of a growing recording: the header with its level, and one snapshot or checkpoint.
std::string prepare_header(const RecordingHeader& header, Level& level);
std::string snapshot_fault(const Recording& recording, const Level& level, Tick tick, PackedRange packed);

/// Reads the file, then read_recording() and prepare().
std::string open_replay(const std::string& path, Replay& replay, Partial partial = Partial::refuse);

}  // namespace albireo::replays
