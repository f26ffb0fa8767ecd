#pragma once
/// Enemy shots that turn to dust before they hit anything: by a bulwark, the combined storm or the end of a boss's
/// phase.
///
/// 1. A client never guesses that its partner erases shots (rule 7): the bit of a frame that raises a bulwark is never
///    set in a guess. So a shot may vanish late on the partner's screen, but none comes back.
/// 2. A shot that has turned to dust has no children.
#include "sim/game/context.hpp"

namespace albireo {

/// Whether the slot's bulwark is up and paid for. It shelters every ship behind it.
bool has_bulwark(const World& world, Slot slot);

/// Whether the sea or a bulwark ends a shot that has just moved; the caller removes it. A bulwark's owner is paid. Call it for
/// every shot outside the WallBand. Not inline, which keeps the loop over the shots small: most of them are in clear space.
bool is_stopped(StepContext& step, EnemyShot& shot);

/// The combined storm: every shot in the field turns to dust and pays both players.
void dust_by_combined_storm(StepContext& step, Slot slot);

/// All shots of this enemy turn to dust. Nobody is paid.
void cancel_fire(StepContext& step, EnemyId owner);

}  // namespace albireo
