#pragma once
/// Levels built in C++, without a script, for tests and benchmarks of the core.
#include "sim/level/level.hpp"

namespace albireo::support {

/// About two minutes with every feature of the core: all placements, movers, part motions, gun patterns, bullet steps,
/// beams, hatches, ops and conditions; a file and a rank of enemies, children, walls, a loop that ends when its boss is dead, a loop that
/// ends with a flag, a loop that only runs out of laps, sections, messages. Passes check_level(); derived.
Level small_level();

/// More than the pools can hold: `enemies` enemies appear in the first tick and stay, each with 16 parts that fire, burn
/// and launch as fast as level data allows.
Level overfull_level(std::uint16_t enemies);

}  // namespace albireo::support
