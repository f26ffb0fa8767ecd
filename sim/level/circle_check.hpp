#pragma once
/// The part of check_level() that looks for circles of states. Private to sim/level. All ranges, operands and targets
/// must have been checked before.
///
/// A machine is refused if states of it lead back to one of them
/// 1. within one tick, when one condition holds (a flag is raised, say) and keeps holding. The machine would enter
///    kFallThroughMax states in every tick and run their actions, until the condition ends;
/// 2. only by armour_below of one part. Each of the states keeps that part's armour above its mark, so the armour could
///    never fall below the lowest of them.
/// Circles that need two conditions at once are not found. They waste ticks, but break nothing.
#include <span>

#include "sim/level/checker.hpp"

namespace albireo {

/// Checks one of an enemy's `machines`.
void check_circles(Checker& check, const Level& level, std::span<const MachineDef> machines, std::size_t machine);

}  // namespace albireo
