#pragma once
/// The part of check_level() that checks machines: the operands of their actions and conditions, for every kind that
/// uses them.
/// Private to sim/level. Parts, kinds and paths must have been checked before.
#include "sim/level/checker.hpp"

namespace albireo {

void check_behaviour(Checker& check, const Level& level);

}  // namespace albireo
