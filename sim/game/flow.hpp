#pragma once
/// The course of a game: its timeline and loops, pause, game over, continue, the end.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Flow::machine.
enum class Course : std::uint8_t { playing, paused, over, ended, cleared };
Course course_of(const World& world);

/// Commands, what acts late (flags, loop triggers), and the course's machine, whose change holds or frees the next tick.
void run_flow(StepContext& step);

/// The timeline's cues that are due, and the counters that run with them.
void run_cues(StepContext& step);

/// An enemy with this name has died: a loop may have waited for it.
void note_death(StepContext& step, EnemyId id);

/// Loop `loop` and those before it are done: the camera leaves at its next seam, if it has not yet.
void end_loop(World& world, std::uint8_t loop);

/// Raises a flag, which takes effect kLateTicks later.
void raise_flag(World& world, std::uint8_t flag);

}  // namespace albireo
