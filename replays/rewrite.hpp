#pragma once
/// Makes a new recording out of part of an old one: for `trim`, `upgrade`, and for games that begin in the middle of a
/// replay.
#include <string>

#include "replays/reader.hpp"
#include "replays/recorder.hpp"

namespace albireo::replays {

struct TickRange {
    Tick from, to;  // of worlds: the first and the last of the new recording
};

/// Plays the replay, which should verify, and records the range of it into `sink`: with the notes of all its ticks, the
/// first and last included, and the speed in effect at its first tick. Unless the range begins at the first world of a
/// game, a snapshot comes first. Returns an empty string, or the error of the range or the sink.
std::string rewrite(const Replay& replay, TickRange range, const std::string& recorded_by, ByteSink& sink);

}  // namespace albireo::replays
