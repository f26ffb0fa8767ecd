#pragma once
/// Points, multipliers and the two bars. All of them are shared state, so a prediction of them may be corrected.
#include "sim/game/context.hpp"

namespace albireo {

/// The worth of a destroyed target, and how much damage each player did to it.
struct Award {
    std::uint32_t worth = 0;
    std::int32_t charge = 0;
    std::array<std::int32_t, kSlotCount> damage_by{};  // tenths of a needle hit
    Vec2 at;
    std::uint64_t cause = 0;  // Event::cause of the score
    std::uint8_t lap = 0;  // lap_of() the target
    bool is_kill = false;  // the target was an enemy, so it counts towards the multiplier
    EventKind event = EventKind::score_up;  // of each player's points
};

/// The lap that determines how much of its worth and charge an enemy still pays: the lap in which it was spawned. A
/// child's id carries its parent's lap, so for a child the current lap counts if that is later. Otherwise players could
/// earn forever by keeping a boss alive.
std::uint8_t lap_of(const World& world, EnemyId id);
/// The same for a missile or a shot of that enemy.
std::uint8_t lap_of_fire(const World& world, EnemyId owner);

/// Shares points and charge in proportion to damage. Both wane with the laps of a loop, and from its second lap on no kill
/// raises the multiplier.
/// 1. The kill, and its step towards the next multiplier, counts for each player who did kAssistPercent of the damage.
/// 2. Linked ships share: a kill counts for both. Each gets kLinkedEach percent of its charge, and another kLinkedMore
///    percent are shared in proportion to damage. Charge that overflows one player's full bars goes to the other.
/// 3. A player who is linked, or has grazed a shot in the last kGrazedTicks, gets kRiskFactor as much charge.
void award(StepContext& step, const Award& award);

/// The worth of an enemy killed at this age. If its kind has a par, the worth falls from double at the spawn to normal.
std::uint32_t present_worth(const World& world, const KindDef& kind, std::uint32_t age);

/// Closes a phase of a boss: a state, with a par, of one of its machines. Returns the worth of the phase: that of the
/// kind times the fraction of the par that is left. Time beyond the par counts against the machine's next phases.
std::uint32_t end_phase(const World& world, const Level& level, Enemy& enemy, std::size_t machine);

/// Closes a phase that players have ended, and pays for it in proportion to damage.
void pay_phase(StepContext& step, Enemy& enemy, std::size_t machine);

/// Pays the bonus for a whole formation to a player who took part; `last` is the last of its enemies.
void pay_formation(StepContext& step, Slot slot, const Enemy& last);

/// Pays for a graze: points, charge, and time for the multiplier. Points wane with the laps of a loop.
void pay_graze(StepContext& step, Slot slot, const EnemyShot& shot);

/// Pays for a shot that a player's bulwark has stopped: points and charge, which wane with the laps of a loop.
void pay_dust(StepContext& step, Slot slot, const EnemyShot& shot);

/// Takes a full gold bar for something that the player's frame has released. False, and nothing is taken, if no lead
/// explains the amount that the bar lacks.
bool spend_gold(StepContext& step, Slot slot);

/// Pays for the lives that are left when the level is cleared.
void pay_clear(StepContext& step);

/// Records charge that has left the field: a player has earned it, or an enemy has carried it away. A client may have
/// predicted that it earned that charge, and may have spent it already.
void offer_charge(World& world, std::int32_t charge);

/// How far the slot's bars may be below zero. An honest client spends the charge that its predicted world shows. That
/// may exceed the true charge by what the client has wrongly predicted to have earned within a lead. The bound is the
/// charge that left the field within a lead, plus the charge that is still in it, plus kUnseenCharge.
std::int32_t debt_max(const World& world, const Level& level, Slot slot);

/// Whether the ships are linked: they have been within kLinkReach of each other for kLinkTicks.
bool is_linked(const World& world);

/// Charged fire drains the blue bar, multipliers fall with time and with death, links begin and end. An extend that the
/// team has earned becomes pending; it acts kLateTicks later (game/flow).
void settle_score(StepContext& step);

/// The sum of both players' scores.
std::uint32_t team_score(const World& world);

}  // namespace albireo
