#pragma once
/// Players' shots and enemies' shots: motion, culling, walls.
#include "sim/game/context.hpp"

namespace albireo {

/// Also removes the shots that have hit in this tick.
void move_shots(StepContext& step);

/// Whether the shot has hit in this tick. It stays in the pool until move_shots().
inline bool is_gone(const Shot& shot) { return shot.damage == 0; }

/// Whether a shot or missile that has just moved to `at` must be removed: it is outside the field or in a wall.
bool is_gone(const StepContext& step, Vec2 at);

/// Whether a point is inside the field widened by `margin`.
constexpr bool is_in_field(Vec2 at, Fixed margin) {
    return at.x >= -(kFieldHalfWidth + margin) && at.x < kFieldHalfWidth + margin &&
           at.y >= -(kFieldHalfHeight + margin) && at.y < kFieldHalfHeight + margin;
}

}  // namespace albireo
