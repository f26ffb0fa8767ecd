#pragma once
/// How far a game has come, as a picture shows it. Owned by nobody: functions of a world and its level alone, so that
/// whoever looks in at a tick, from its beginning or from the middle, sees the same.
#include "client/math/vec.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

/// How much of the picture is black, 0 … 1, `left` (0 … 1) of a tick before this world. A level comes out of black in
/// its first second and goes into it in its last; a game that is over is dim while it may be continued, then black.
float fade_of(const World& world, const Level& level, float left);

/// How far the camera has come since the level's beginning, units. How often a loop that is done went round is known by
/// the time it took: exactly, unless the level has loops of different speeds.
math::Vec2 way_come(const World& world, const Level& level);

}  // namespace albireo::scene
