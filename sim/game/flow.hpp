#pragma once
/// The course of a game: timeline, loops, pause, game over, continue, end.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of Flow::machine.
enum class FlowState : std::uint8_t { playing, paused, over, ended, cleared };
/// The game's current state.
FlowState flow_state(const World& world);

/// Counts down to the flags that are due, and sets them.
void settle_flags(World& world);

/// The number of ticks until `slot` may send `Command::resume`: 0 if it may now, or if the game is not paused. Until a
/// pause is kPauseOwnTicks old, only the player who called it can end it; after that either player can. A resume that
/// is sent too early is ignored, so a screen should offer it only at 0.
std::uint32_t ticks_to_resume(const World& world, Slot slot);

/// How many more pauses the slot can call before the next section begins. The limit is kPausesPerSection while its
/// partner is present. A player without a partner can always pause.
std::uint8_t pauses_left(const World& world, Slot slot);

/// Whether the command can change something now. Otherwise it is ignored, and does not block other commands.
bool may_ask(const World& world, Slot slot, Command command);

/// Runs commands, late effects (flags, loop triggers, lives, game over) and Flow::machine. A change of the machine
/// stops or resumes the game from the next tick on.
void run_flow(StepContext& step);

/// Runs the cues that are due, and advances the timeline's counters.
void run_cues(StepContext& step);

/// Must be called when an enemy has died, has left permanently, or could not be spawned. A loop may be waiting for the end
/// of this enemy.
void note_end_of(StepContext& step, EnemyId id);

/// Ends loop `loop` and all loops before it; in an endless level, the loop of the latest card. The camera leaves the loop at
/// the end of a lap: the first such end that is not in view yet.
void end_loop(World& world, const Level& level, std::uint8_t loop);
/// Whether the loop was triggered or has run all its laps. In an endless level: whether the card is over.
bool is_loop_done(const World& world, const Level& level, std::uint8_t loop);

/// Lowers these flags (bit n: flag n), including those that are due.
void lower_flags(World& world, std::uint32_t flags);

/// A round of an endless level begins: a checkpoint, as a section is.
void begin_round(StepContext& step, std::uint32_t round);

/// Raises a flag. It takes effect `ticks` later if run_flow() has already run in this tick. A caller that may run before
/// run_flow() in the tick, such as the report of a death, passes one tick more.
void raise_flag(World& world, std::uint8_t flag, std::uint32_t ticks = kLateTicks);

}  // namespace albireo
