#pragma once
/// A new recording out of part of an old one: for `trim`, `upgrade`, and whoever wants a game to begin in its middle.
#include <string>

#include "replays/reader.hpp"
#include "replays/recorder.hpp"

namespace albireo::replays {

struct TickRange {
    Tick from, to;  // of worlds: the first and the last of the new recording
};

/// Plays the replay, which should verify, and records that range of it into `sink`, with the notes of all its ticks (first
/// and last as well) and the speed that held when it began. Unless it begins where a game does, a snapshot stands first.
/// Returns an empty string or what went wrong with the range or the sink.
std::string rewrite(const Replay& replay, TickRange range, const std::string& recorded_by, ByteSink& sink);

}  // namespace albireo::replays
