#pragma once
/// Makes a new recording from part of an existing one: for `trim`, `upgrade`, and games that are continued from a
/// replay.
#include <string>

#include "replays/reader.hpp"
#include "replays/recorder.hpp"

namespace albireo::replays {

struct TickRange {
    Tick from, to;  // of worlds: the first and the last of the new recording
};

/// Plays the replay, which should have been verified, and records `range` of it into `sink`, with the notes of all its
/// ticks (first and last included) and the speed in effect at its first tick. The new recording begins with a snapshot
/// unless `from` is the first tick of a game. Returns an empty string, or the error of the range or the sink.
std::string rewrite(const Replay& replay, TickRange range, const std::string& recorded_by, ByteSink& sink);

}  // namespace albireo::replays
