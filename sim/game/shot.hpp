#pragma once
/// Players' shots and enemies' shots: motion, culling, walls.
#include "sim/game/context.hpp"

namespace albireo {

/// One tick of all shots.
void move_shots(StepContext& step);

/// Whether the shot is gone in this tick (game/sweep).
inline bool is_gone(const Shot& shot) { return shot.damage == 0; }
inline void mark_gone(Shot& shot) { shot.damage = 0; }

/// Whether a shot or missile that has just moved to `at` has left play: it is outside the field or in a wall.
bool has_left_play(const StepContext& step, Vec2 at);

/// Whether a point is inside the field widened by `margin`.
constexpr bool is_in_field(Vec2 at, Fixed margin) {
    return at.x >= -(kFieldHalfWidth + margin) && at.x < kFieldHalfWidth + margin &&
           at.y >= -(kFieldHalfHeight + margin) && at.y < kFieldHalfHeight + margin;
}

}  // namespace albireo
