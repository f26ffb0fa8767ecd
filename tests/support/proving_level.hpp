#pragma once
/// A minute of everything the core can do, without Lua: formations, turrets on walls that narrow, beams straight and
/// curved, missiles, shields, a boss in three phases over a loop, checkpoints. For games that tests play from start to
/// end; nobody tunes it.
#include "sim/level/level.hpp"

namespace albireo {

Level proving_level();

}  // namespace albireo
