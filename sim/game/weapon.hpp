#pragma once
/// The four weapons of a ship in their forms, plain, focused and charged: functions of the ship's own frames.
#include "sim/game/context.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {

/// The states of Ship::arms.
enum class Arms : std::uint8_t { ready, powered };

/// The weapon before its ship's first tick: ready.
void init_weapon(Ship& ship);

/// One tick of a ship's weapon: switching, cooling, firing, the ribbon.
void run_weapon(StepContext& step, Slot slot, const Frame& frame);

/// The form in which a weapon fires in a tick with this frame.
Form form_of(const Frame& frame, bool powered);

/// Whether seekers that are fired with focus turn to a target at this displacement from the nose.
bool is_in_focus(Vec2 way);

/// Whether an honest client may set kRelease in its next frame, judged by its predicted world. Beginning charged fire takes
/// more charge than continuing it.
bool has_charge(const World& world, Slot slot);

/// Whether a frame that fires this weapon in the next tick launches a volley. If the weapon is the seekers, that frame must
/// carry their aim.
bool will_fire(const Ship& ship, Weapon weapon);

}  // namespace albireo
