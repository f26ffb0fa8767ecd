#pragma once
/// Why a game's recording ends before the game does, and how much was recorded.
#include <optional>
#include <string>

#include "sim/base/types.hpp"

namespace albireo::replays {

struct RecordingFault {
    std::string text{};             // empty: nothing is wrong
    std::optional<Tick> kept_to{};  // the last tick in the file; nothing: the file has no tick

    bool operator==(const RecordingFault&) const = default;

    /// Whether the fault left nothing to watch: the file has no tick.
    bool is_total() const { return !text.empty() && !kept_to; }
    /// A line for players and logs.
    std::string line() const {
        if (!kept_to) return "not recorded: " + text;
        return "recorded only up to tick " + std::to_string(kept_to->value) + ": " + text;
    }
};

}  // namespace albireo::replays
