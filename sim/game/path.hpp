#pragma once
/// The motion of enemies: along a spline at constant speed, to a hover point, at a constant velocity, or with the
/// scenery.
#include "sim/game/context.hpp"

namespace albireo {

struct PathPoint {
    Vec2 at;
    Vec2 direction;  // unit length, to within a thousandth
};

/// The point `along` units from the path's beginning. Before its beginning and beyond its end the path is straight.
PathPoint point_on(const PathSamples& path, Fixed along);

/// One tick of the enemy's mover, and its heading.
void move_enemy(StepContext& step, Enemy& enemy);

/// Whether the enemy flies along a path and has reached its end.
bool is_path_done(const Enemy& enemy, const Level& level);

}  // namespace albireo
