#pragma once
/// The course of a game: its timeline and loops, pause, game over, continue, the end.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Flow::machine.
enum class Course : std::uint8_t { playing, paused, over, ended, cleared };
Course course_of(const World& world);

/// The number of ticks until `slot` may send `Command::resume`: 0 if it may now, or if the game is not paused. A pause
/// belongs to the player who called it: only they can end it until it is kPauseOwnTicks old, after that either player
/// can. A resume that is sent too early is ignored, so a screen should offer it only at 0.
std::uint32_t ticks_to_resume(const World& world, Slot slot);

/// How many more pauses the slot can call before the next section begins. The limit is kPausesPerSection while the
/// partner is present. A player without a partner can always call one.
std::uint8_t pauses_left(const World& world, Slot slot);

/// Whether the command can change something now. A command that cannot is ignored, and does not block other commands.
bool may_ask(const World& world, Slot slot, Command command);

/// Runs commands, late effects (flags, loop triggers, lives, game over) and Flow::machine. A change of the machine
/// stops or resumes the game from the next tick on.
void run_flow(StepContext& step);

/// Runs the cues that are due, and advances the timeline's counters.
void run_cues(StepContext& step);

/// Must be called when an enemy has died, has left for good, or could not be spawned: a loop may be waiting for it.
void note_end_of(StepContext& step, EnemyId id);

/// Ends loop `loop` and those before it. The camera leaves the loop at the first end of a lap that is not
/// in view yet, if it has not left already.
void end_loop(World& world, std::uint8_t loop);

/// Raises a flag, which takes effect kLateTicks later.
void raise_flag(World& world, std::uint8_t flag);

}  // namespace albireo
