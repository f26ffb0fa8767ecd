#pragma once
/// The rules of bullet programs: bounds, which keep the core safe, and fairness, which keeps a level playable. check_level()
/// and the script compiler both apply them.
#include <string>

#include "sim/level/level.hpp"

namespace albireo {

/// The fault of a program: one line, such as `step 3: aims after a rest of 0 ticks, …`; empty if there is none. Its
/// steps must be a valid range of the list, and the programs before it must have passed.
std::string bullet_fault(const Level& level, std::size_t bullet);

/// The fault in a gun's use of programs, stacks, swings and curtains; empty if there is none. The level's
/// programs must have passed.
std::string gun_fault(const Level& level, const GunDef& gun);

/// Whether a program or one of its descendants uses dice: the value of BulletDef::draws. It has at least one step.
bool uses_dice(const Level& level, const BulletDef& bullet);

/// An upper bound of the speed of all shots of a gun and their children, in units per tick.
Fixed fastest_shot(const Level& level, const GunDef& gun);

}  // namespace albireo
