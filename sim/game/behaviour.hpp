#pragma once
/// Runs the machines that a level script gave an enemy. A state's tick is a program: it runs to its next sleep, resumes
/// behind it, and starts again when it has run through.
#include "sim/game/context.hpp"

namespace albireo {

/// Puts all machines of a new enemy into their first states.
void start_behaviour(StepContext& step, Enemy& enemy);

/// One tick of all machines of an enemy. May send out children, which are added behind all enemies there are.
void run_behaviour(StepContext& step, Enemy& enemy);

}  // namespace albireo
