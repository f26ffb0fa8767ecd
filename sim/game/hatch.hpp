#pragma once
/// Hatches that open and launch missiles, and the missiles.
#include "sim/game/context.hpp"

namespace albireo {

void start_hatch(Part& part, const HatchDef& hatch);

/// One tick of a hatch that is on; a dead part's counts its missiles without launching any.
void run_hatch(StepContext& step, Enemy& enemy, std::size_t part, std::uint8_t hatch);

void move_missiles(StepContext& step);

/// The missile with this name, or null until one is added or removed.
Missile* find_missile(World& world, EnemyId owner, std::uint16_t number);

/// Damage to a missile by a player; it may be gone after this. Returns what was dealt.
std::int32_t hurt_missile(StepContext& step, Missile& missile, std::int32_t damage, Slot slot);

}  // namespace albireo
