#pragma once
/// Runs the machines of an enemy, as its level script defines them. A state's tick is a list of actions. They run up to
/// the next sleep and resume after it. After the last action the list starts again.
#include "sim/game/context.hpp"

namespace albireo {

/// Puts all machines of a new enemy into their first states.
void start_behaviour(StepContext& step, Enemy& enemy);

/// One tick of all machines of an enemy. May spawn children, which are added at the end of World::enemies.
void run_behaviour(StepContext& step, Enemy& enemy);

}  // namespace albireo
