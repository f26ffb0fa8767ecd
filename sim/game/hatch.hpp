#pragma once
/// Hatches that open and launch missiles, and the missiles.
#include "sim/game/context.hpp"

namespace albireo {

/// The states of a hatch, stored as kHatchOpen in Part::flags.
enum class HatchState : std::uint8_t { shut, open };
HatchState state_of(const Part& part);

/// To be called when the hatch is switched on.
void start_hatch(Part& part, const HatchDef& hatch);

/// One tick of a hatch that is switched on. The hatch of a dead part counts its missiles without launching them.
void run_hatch(StepContext& step, Enemy& enemy, std::size_t part, std::uint8_t hatch);

/// One tick of all missiles.
void move_missiles(StepContext& step);

/// Whether the missile has been destroyed or has left in this tick (game/sweep).
inline bool is_gone(const Missile& missile) { return missile.armour <= 0; }

/// The missile with this owner and number, unless it is gone, or null. The pointer is valid until sweep().
Missile* find_missile(World& world, EnemyId owner, std::uint16_t number);

/// A player damages a missile; `damage` is in tenths of a needle hit. Returns the damage dealt. The missile may be gone
/// on return.
std::int32_t hurt_missile(StepContext& step, Missile& missile, std::int32_t damage, Slot slot);

}  // namespace albireo
