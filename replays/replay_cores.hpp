#pragma once
/// Which core plays a recording for a command: this program's own, or a module of another one (replays/cores/README.md).
#include <cstdint>
#include <memory>
#include <string>

#include "replays/answerer.hpp"
#include "replays/replay_commands.hpp"

namespace albireo::replays {

/// A recording and the core that plays it.
struct OpenedGame {
    std::string file;
    std::uint32_t core = 0;      // its version
    RecordingHeader header;      // as far as this program can read it
    const Replay* own = nullptr; // the recording itself if this program's core plays it
    std::unique_ptr<Answerer> answerer;
};

/// Opens a recording. `core`: empty for the core that recorded it, the version of another one, or the path of a module. With
/// another core than its own, the recording's inputs are played from its beginning, under that core's rules.
/// Returns an empty string, or one line: the recording cannot be played, or its core cannot be found or run, and what to do.
std::string open_game(const CommandOptions& options, const std::string& file, const std::string& core, OpenedGame& game);

/// The path of the module of a core; empty if it cannot be found.
std::string module_of(const CommandOptions& options, std::uint32_t core);

}  // namespace albireo::replays
