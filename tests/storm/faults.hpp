#pragma once
/// Derives from one seed the game that a storm run plays, and all its faults.
#include <string>
#include <string_view>

#include "tests/storm/virtual_game.hpp"

namespace albireo::storm {

/// Kinds of faults, named as in --faults.
struct Faults {
    bool loss = true;       // 0 … 98 %, in each direction
    bool bursts = true;     // mean runs of up to 15
    bool reorder = true;
    bool duplicates = true;
    bool delay = true;      // up to 600 ms one way, with jitter
    bool spikes = true;     // the queue stalls for 2 s
    bool partition = true;  // one or both directions carry nothing for up to 20 s
    bool skew = true;       // clocks off by up to 5 %
    bool freeze = true;     // a client's process stops for up to 20 s
    bool corrupt = true;    // flipped bits
    bool crash = true;      // a client crashes and rejoins with its token
    bool habits = true;     // players behave like people (bots.hpp)
    bool display = true;    // a client works once per picture: 25 to 165 times a second, sometimes late
    bool lobby = true;      // a player gets ready late, or does not have the level
    bool leave = true;      // a player leaves, and returns as a new player
};

/// Parses a list like "loss,skew" and enables only those faults. Returns the first unknown name, or "".
std::string parse_faults(std::string_view list, Faults& faults);
std::string_view fault_names();

/// The game of a seed: faults for `rough_for`, then kCalm with perfect links, in which all replicas must agree within the
/// limits of VirtualGame.
inline constexpr Micros kCalm = 12 * proto::kMicrosPerSecond;
VirtualGameOptions storm_of(std::uint32_t seed, Micros rough_for, const Faults& faults);

/// One line about the links and faults of a game.
std::string describe(const VirtualGameOptions& options);

}  // namespace albireo::storm
