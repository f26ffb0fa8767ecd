#pragma once
/// The course of a game: its timeline and loops, pause, game over, continue, the end.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Flow::machine.
enum class Course : std::uint8_t { playing, paused, over, ended, cleared };
Course course_of(const World& world);

/// A pause belongs to the player who called it: until it is kPauseOwnTicks old only they can end it, after that either
/// player can. This is how many ticks are left until `slot` may ask for `Command::resume`: 0 if it may now, or if the
/// game is not paused. A resume that comes too early is ignored, so a screen should offer it only at 0.
std::uint32_t ticks_to_resume(const World& world, Slot slot);

/// How many more pauses the slot can call before the next section begins: kPausesPerSection with a partner who is there.
/// Who plays alone can always call one.
std::uint8_t pauses_left(const World& world, Slot slot);

/// Whether the command can change something now. One that cannot is ignored, and keeps no other from being heard.
bool may_ask(const World& world, Slot slot, Command command);

/// Commands, what acts late (flags, loop triggers), and the course's machine, whose change holds or frees the next tick.
void run_flow(StepContext& step);

/// The timeline's cues that are due, and the counters that run with them.
void run_cues(StepContext& step);

/// An enemy with this name has died, has left for good, or found no room: a loop may have waited for it.
void note_end_of(StepContext& step, EnemyId id);

/// Loop `loop` and those before it are done: the camera leaves at its next seam, if it has not yet.
void end_loop(World& world, std::uint8_t loop);

/// Raises a flag, which takes effect kLateTicks later.
void raise_flag(World& world, std::uint8_t flag);

}  // namespace albireo
