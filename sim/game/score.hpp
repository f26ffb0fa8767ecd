#pragma once
/// Points, multipliers and the two bars. All of it is shared: a prediction of it may be corrected.
#include "sim/game/context.hpp"

namespace albireo {

/// What something destroyed is worth, and who did how much of it.
struct Award {
    std::uint32_t worth = 0;
    std::int32_t charge = 0;
    std::array<std::int32_t, kSlotCount> damage_by{};
    Vec2 at;
    std::uint64_t cause = 0;
    bool is_kill = false;  // of an enemy: counts towards the multiplier
};

/// Shares points and charge by damage; the kill, and the step on the multiplier, go to whoever did more (slot 0 if equal).
void award(StepContext& step, const Award& award);

/// Bars that charged fire empties, multipliers that time wears down.
void settle_score(StepContext& step);

/// The tally of both players.
std::uint32_t team_score(const World& world);

}  // namespace albireo
