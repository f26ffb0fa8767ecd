#pragma once
/// Plays a replay from begin to end and compares every digest that was recorded.
#include <optional>
#include <string>

#include "replays/player.hpp"

namespace albireo::replays {

struct Verdict {
    bool same = true;
    std::uint32_t ticks = 0;        // played
    std::uint32_t seconds = 0;      // records whose digests agree
    Tick wrong_after, wrong_until;  // the first difference lies in (wrong_after, wrong_until]
    std::string text;               // what differs; empty if nothing does
    std::uint64_t root = 0;         // of the last world
    std::uint64_t all_roots = 0;    // over the root after every tick: one number for the whole game
};

/// Stops at the first difference.
Verdict verify(const Replay& replay);

}  // namespace albireo::replays
