#pragma once
/// From one seed: which game is played in a storm, and everything that goes wrong in it.
#include <string>
#include <string_view>

#include "tests/storm/virtual_game.hpp"

namespace albireo::storm {

/// Kinds of trouble, as --faults names them.
struct Faults {
    bool loss = true;       // 0 … 98 %, each direction
    bool bursts = true;     // mean runs of up to 15
    bool reorder = true;
    bool duplicates = true;
    bool delay = true;      // up to 600 ms one way, with jitter
    bool spikes = true;     // the queue stands still for 2 s
    bool partition = true;  // one direction or both go dark for up to 20 s
    bool skew = true;       // clocks off by up to 5 %
    bool freeze = true;     // a client's process stands still for up to 20 s
    bool corrupt = true;    // bits turn
    bool crash = true;      // a client dies and comes back by its token
    bool habits = true;     // players behave like people (bots.hpp)
    bool display = true;    // a client does its work once a picture: 25 to 165 times a second, and now and then late
    bool lobby = true;      // a player is ready late, or has not got the level
    bool leave = true;      // a player leaves, and comes back as a newcomer
};

/// "loss,skew" turns on just those; an unknown name is returned, empty if there is none.
std::string parse_faults(std::string_view list, Faults& faults);
std::string_view fault_names();

/// The game of a seed: rough weather for `minutes`, then kCalm of perfect links in which all must agree, as soon as
/// VirtualGame says.
inline constexpr Micros kCalm = 12 * proto::kMicrosPerSecond;
VirtualGameOptions storm_of(std::uint32_t seed, Micros rough_for, const Faults& faults);

/// What the weather was like, in a line.
std::string describe(const VirtualGameOptions& options);

}  // namespace albireo::storm
