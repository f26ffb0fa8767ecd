#pragma once
/// The part of check_level() that looks for cycles of states. Private to sim/level. All ranges, operands and targets
/// must have been checked before.
///
/// A machine is refused if it has one of these cycles:
/// 1. A cycle that passes within one tick while one condition keeps holding, such as a raised flag. The machine would
///    enter kFallThroughMax states in every tick and run their actions, until the condition ends.
/// 2. A cycle whose transitions are all `armour_below` of one part. Each of its states keeps that part's armour above
///    its mark, so the armour could never fall below the lowest mark.
/// Cycles that need two conditions at once are not found. They waste time in each tick, but break nothing.
#include <span>

#include "sim/level/checker.hpp"

namespace albireo {

/// Checks one of an enemy's `machines`.
void check_cycles(Checker& check, const Level& level, std::span<const MachineDef> machines, std::size_t machine);

}  // namespace albireo
