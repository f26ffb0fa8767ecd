#pragma once
/// Bullet programs, as scripts write them:
///
///     bullet { name = "snare", look = 3,
///         { fly = 36, speed = 0, over = 36 }, { wait = 30 }, { aim = true }, { fly = true, speed = 0.11, over = 20 } }
///
/// A step is named by its operation, the first word of its row in sim/level/bullet_step.hpp. `true` for a number of ticks means: for the rest of the bullet's life.
#include "sim/script/emitter.hpp"

namespace albireo::script {

/// Appends the steps of a program, with the difficulty's factor for speeds in hundredths, and returns their range. Programs
/// that it splits into are written first. Throws a Mistake whose text begins with `where`.
Range write_bullet_steps(Emitter& out, std::span<const Value> steps, const std::string& where, std::int32_t speed_factor);

}  // namespace albireo::script
