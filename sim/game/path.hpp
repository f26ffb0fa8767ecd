#pragma once
/// Where an enemy is and how it moves: along a spline at even speed, to a hover, in a drift, or with the scenery.
#include "sim/game/context.hpp"

namespace albireo {

struct PathPoint {
    Vec2 at;
    Vec2 direction;  // a unit long, give or take a thousandth
};

/// The point `along` units from the beginning; before the beginning and beyond the end the path runs on straight.
PathPoint point_on(const PathSamples& path, Fixed along);

/// One tick of the enemy's mover, and its heading.
void move_enemy(StepContext& step, Enemy& enemy);

bool is_path_done(const Enemy& enemy, const Level& level);

}  // namespace albireo
