#pragma once
/// Runs the machines of an enemy, as its level script defines them. A state's tick is a program: it runs to its next
/// sleep, resumes after it, and starts again at its end.
#include "sim/game/context.hpp"

namespace albireo {

/// Puts all machines of a new enemy into their first states.
void start_behaviour(StepContext& step, Enemy& enemy);

/// One tick of all machines of an enemy. May send out children, which are added behind all enemies there are.
void run_behaviour(StepContext& step, Enemy& enemy);

}  // namespace albireo
