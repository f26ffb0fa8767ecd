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

/// Shares points and charge by damage; the kill, and the step on the multiplier, go to whoever did more, or to both if
/// they did the same.
void award(StepContext& step, const Award& award);

/// Charge that has gone from the field: earned by whoever it was, or flown away. A client may have believed until now
/// that it earned it.
void offer_charge(World& world, std::int32_t charge);

/// How far the slot's bars may be below zero. An honest client spends what it sees, which is more than there is by what it
/// believes to have earned and has not: at most what was to be had since the last tick that it knows. That is what has
/// gone from the field within a lead, what is there still, and a little more (kUnseenCharge).
std::int32_t debt_max(const World& world, const Level& level, Slot slot);

/// Bars that charged fire empties, multipliers that time wears down.
void settle_score(StepContext& step);

/// The tally of both players.
std::uint32_t team_score(const World& world);

}  // namespace albireo
