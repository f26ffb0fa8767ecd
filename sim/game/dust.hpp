#pragma once
/// Enemy shots that turn to dust before they hit anything: by a bulwark, by the combined storm, by the end of a boss's
/// phase.
///
/// 1. What players cause is never guessed (rule 7): a frame says that a bulwark is up, and a guess about the partner
///    never holds that bit. So a shot may vanish late on the partner's screen, but none comes back.
/// 2. A shot that has turned to dust has no children.
#include "sim/game/context.hpp"

namespace albireo {

/// Whether the slot's bulwark is up and paid for. It shelters whoever flies behind it.
bool has_bulwark(const World& world, Slot slot);

/// Whether the sea or a bulwark ends a shot that has just moved; the caller removes it. A bulwark's owner is paid. Call it for
/// every shot outside the band. Not inline: most shots are in clear space, and their loop stays small.
bool is_stopped(StepContext& step, EnemyShot& shot);

/// The combined storm: every shot in the field turns to dust and pays both players.
void storm_away(StepContext& step, Slot slot);

/// All shots of this enemy turn to dust. Nobody is paid.
void cancel_fire(StepContext& step, EnemyId owner);

}  // namespace albireo
