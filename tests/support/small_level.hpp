#pragma once
/// Levels made in C++, without a script: for tests and measurements of the core.
#include "sim/level/level.hpp"

namespace albireo::support {

/// About two minutes with every feature of the core in it: all placements, movers, parts' motions, gun patterns, beams,
/// hatches, ops and conditions; a file and a rank of enemies, children, walls, a loop until its boss is dead, a loop
/// until a flag is up, a loop that only runs out, sections, messages. Passes check_level(); derived.
Level small_level();

/// More than the pools can hold: `enemies` come in the first tick, each with 16 parts that fire, burn and launch as
/// fast as level data lets them, and stay.
Level overfull_level(std::uint16_t enemies);

}  // namespace albireo::support
