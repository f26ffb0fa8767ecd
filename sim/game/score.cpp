#include "sim/game/score.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/formation.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// Fills the blue bar first. The gold bar gets only what the full blue bar cannot hold. Returns what neither can hold.
std::int32_t fill_bars(StepContext& step, Slot slot, std::int32_t charge, std::uint64_t cause) {
    Earnings& earnings = step.world.earnings[index(slot)];
    assert(charge >= 0 && "a kill never takes charge away");
    const std::int32_t room = kChargeFull - earnings.charge;
    assert(room >= 0 && "charge is capped when it is earned");
    const std::int32_t blue = charge < room ? charge : room;
    const std::int32_t before = earnings.gold;
    earnings.charge += blue;
    earnings.gold += charge - blue;
    const std::int32_t over = std::max(earnings.gold - kGoldFull, 0);
    earnings.gold -= over;
    assert((earnings.gold == before || earnings.charge == kChargeFull) && "gold is only what the full blue bar cannot hold");
    const Vec2 at = step.world.ships[index(slot)].at;
    if (blue > 0 && earnings.charge == kChargeFull) step.emit(EventKind::charge_full, cause, at, 0, slot);
    if (before < kGoldFull && earnings.gold == kGoldFull) step.emit(EventKind::gold_full, cause, at, 0, slot);
    return over;
}

/// Fills a player's bars. What they cannot hold goes to a linked partner. Under water the bars do not fill.
void earn_charge(StepContext& step, Slot slot, std::int32_t charge, std::uint64_t cause) {
    if (step.world.ships[index(slot)].dives != 0) return;
    const std::int32_t over = fill_bars(step, slot, charge, cause);
    if (over > 0 && is_linked(step.world)) fill_bars(step, other(slot), over, cause);
}

/// The player's share of a target's charge, after they did `part` of the `total` damage.
std::int32_t charge_share(const World& world, Slot slot, std::int32_t charge, std::int64_t part, std::int64_t total) {
    const bool linked = is_linked(world);
    const std::int64_t share = linked ? charge * (kLinkedEach * total + kLinkedMore * part) / (100 * total)
                                      : charge * part / total;
    const bool takes_risk = linked || world.earnings[index(slot)].grazed_left > 0;
    return static_cast<std::int32_t>(takes_risk ? share * kRiskFactor : share);
}

void count_kill(StepContext& step, Slot slot, std::uint64_t cause, std::uint8_t lap) {
    Earnings& earnings = step.world.earnings[index(slot)];
    ++earnings.kills;
    earnings.chain_left = kChainTicks;
    if (lap > 0) return;
    if (++earnings.chain < kChainKills) return;
    earnings.chain = 0;
    if (earnings.multiplier >= kMultiplierMax) return;
    ++earnings.multiplier;
    assert(earnings.multiplier > 1 && earnings.multiplier <= kMultiplierMax && "the multiplier stays within its range");
    step.emit(EventKind::multiplier_up, cause, step.world.ships[index(slot)].at, earnings.multiplier, slot);
}

/// The lap of the loop that the camera is in; 0 outside loops.
std::uint8_t present_lap(const World& world) {
    return world.flow.loop == Flow::kNoLoop ? std::uint8_t{0} : world.flow.lap;
}

/// The lap of the loop in which the enemy was spawned; 0 outside loops. In an endless level its name has the turn instead, and
/// an enemy of a card before the current one counts as one of a first lap.
std::uint8_t lap_at_spawn(const World& world, EnemyId id) {
    if (world.deck.dealt == 0) return id.lap;
    const std::uint8_t turn = world.scroll.row[world.scroll.origin].turn;
    const int ago = (turn + kLapsMax - id.lap) % kLapsMax;
    return static_cast<std::uint8_t>(ago <= present_lap(world) ? present_lap(world) - ago : 0);
}

/// The rest of a worth or a charge that is still paid in this lap.
template <class Number>
Number waned(Number whole, const std::array<Number, 4>& percent_by_lap, std::uint8_t lap) {
    const std::int64_t percent = percent_by_lap[std::min<std::size_t>(lap, percent_by_lap.size() - 1)];
    assert(percent >= 0 && percent <= 100 && "no lap pays more than the first");
    return static_cast<Number>(std::int64_t{whole} * percent / 100);
}

/// The par of a kind or a phase, in ticks; longer for a player without a partner.
std::uint32_t par_for(const World& world, std::uint32_t par) {
    constexpr std::uint8_t kBothPlayers = (1 << kSlotCount) - 1;
    return world.flow.players == kBothPlayers ? par : par * kSoloParPercent / 100;
}

/// The worth times the fraction of the par that is left at this age.
std::uint32_t share_of_par(std::uint32_t worth, std::uint32_t par, std::uint32_t age) {
    return age < par ? static_cast<std::uint32_t>(std::uint64_t{worth} * (par - age) / par) : 0;
}

/// Points are the worth times the player's multiplier.
void earn_points(StepContext& step, Slot slot, std::uint32_t worth, EventKind kind, std::uint64_t cause, Vec2 at) {
    Earnings& earnings = step.world.earnings[index(slot)];
    assert(earnings.multiplier >= 1 && earnings.multiplier <= kMultiplierMax && "no multiplier is outside its range");
    const std::uint32_t points = worth * earnings.multiplier;
    earnings.score += points;
    step.emit(kind, cause, at, static_cast<std::int32_t>(points), slot);
}

/// Charged fire drains the blue bar. Whether a shot is paid for is decided once, in the tick in which it is fired, not when
/// it hits.
void drain_bar(StepContext& step, Slot slot) {
    Earnings& earnings = step.world.earnings[index(slot)];
    earnings.overdrawn = 0;
    if (step.world.ships[index(slot)].powered == 0) return;
    const bool begins = step.world.ships[index(slot)].powered == 2;
    const std::int32_t left = earnings.charge - (begins ? kReleaseBegin : kReleasePerTick);
    if (left >= 0 || -left <= debt_max(step.world, step.level, slot)) {
        earnings.charge = left;
        assert(left >= -kChargeDebtMax && "charge is owed only as far as a lead explains");
        return;
    }
    earnings.overdrawn = 1;
    ++step.world.counters[index(slot)].unpaid;
    for (const Shot& shot : step.world.shots[index(slot)]) {
        // Shots have moved by now, so the new ones have age 1.
        if (shot.age == 1) step.world.marks[index(slot)].unpaid.set(shot.number, true);
    }
}

void let_chain_fall(Earnings& earnings, bool has_died) {
    if (has_died) {
        earnings.chain = 0;
        earnings.multiplier = std::max<std::uint16_t>(earnings.multiplier / 2, 1);
    }
    if (earnings.chain_left == 0 || --earnings.chain_left > 0) return;
    earnings.chain = 0;
    assert(earnings.multiplier >= 1 && "a player without a chain still scores");
    if (earnings.multiplier > 1 && --earnings.multiplier > 1) earnings.chain_left = kChainFallTicks;
}

/// An extend that is earned while another is pending becomes pending after that one.
void watch_extends(World& world) {
    Team& team = world.team;
    const std::uint64_t next = kExtendFirst + std::uint64_t{kExtendEvery} * team.extends;
    if (team.extend_wait > 0 || team_score(world) < next) return;
    ++team.extends;
    team.extend_wait = kLateTicks;
}

void settle_link(StepContext& step) {
    const auto& ships = step.world.ships;
    Team& team = step.world.team;
    const bool are_close = is_flying(ships[0]) && is_flying(ships[1]) && within(ships[0].at, ships[1].at, kLinkReach);
    const bool was_linked = is_linked(step.world);
    if (!are_close) {
        team.near_ticks = 0;
        if (was_linked) step.emit(EventKind::link_ends, 0, mix(ships[0].at, ships[1].at, 500_mu));
        return;
    }
    if (!was_linked) ++team.near_ticks;
    if (!is_linked(step.world)) return;
    ++team.linked_ticks;
    if (was_linked) return;
    ++team.links;
    step.emit(EventKind::link_begins, 0, mix(ships[0].at, ships[1].at, 500_mu));
}

}  // namespace

void award(StepContext& step, const Award& award) {
    const std::int64_t total = std::int64_t{award.damage_by[0]} + award.damage_by[1];
    assert(award.damage_by[0] >= 0 && award.damage_by[1] >= 0 && "damage is only ever added");
    if (total <= 0) return;
    const bool linked = is_linked(step.world);
    const std::uint32_t worth = waned(award.worth, kWorthByLap, award.lap);
    const std::int32_t charge = waned(award.charge, kChargeByLap, award.lap);
    for (const Slot slot : kSlots) {
        const std::int64_t part = award.damage_by[index(slot)];
        if (part > 0) {
            const auto share = static_cast<std::uint32_t>(std::int64_t{worth} * part / total);
            assert(share <= worth && "a share is at most the whole worth");
            earn_points(step, slot, share, award.event, award.cause, award.at);
        }
        if (part > 0 || linked) earn_charge(step, slot, charge_share(step.world, slot, charge, part, total), award.cause);
    }
    offer_charge(step.world, award.charge);
    if (!award.is_kill) return;
    for (const Slot slot : kSlots) {
        const bool assisted = std::int64_t{award.damage_by[index(slot)]} * 100 >= total * kAssistPercent;
        if (linked || assisted) count_kill(step, slot, award.cause, award.lap);
    }
}

std::uint8_t lap_of(const World& world, EnemyId id) { return id.child == 0 ? lap_at_spawn(world, id) : lap_of_fire(world, id); }

std::uint8_t lap_of_fire(const World& world, EnemyId owner) { return std::max(lap_at_spawn(world, owner), present_lap(world)); }

std::uint32_t present_worth(const World& world, const KindDef& kind, std::uint32_t age) {
    return kind.worth + share_of_par(kind.worth, par_for(world, kind.par), age);
}

std::uint32_t end_phase(const World& world, const Level& level, Enemy& enemy, std::size_t number) {
    const KindDef& kind = level.kinds[enemy.kind];
    assert(number < kind.machines.count && "a phase is a state of one of the kind's machines");
    const MachineDef& machine = level.machines[std::size_t{kind.machines.first} + number];
    const Machine& running = enemy.machines[number];
    assert(running.state < machine.states.count && "a machine is in a state of its own definition");
    const StateDef& state = level.states[std::size_t{machine.states.first} + running.state];
    // A phase that is over as soon as it begins was not ended by the players.
    if (state.par == 0 || running.age == 0) return 0;
    const std::uint32_t par = par_for(world, state.par);
    const std::uint32_t spent = std::uint32_t{running.age} + enemy.overtime[number];
    enemy.overtime[number] = static_cast<std::uint16_t>(std::min<std::uint32_t>(spent - std::min(spent, par), 0xffff));
    return share_of_par(kind.worth, par, spent);
}

void pay_phase(StepContext& step, Enemy& enemy, std::size_t number) {
    const std::uint32_t worth = end_phase(step.world, step.level, enemy, number);
    if (worth == 0) return;
    award(step, {.worth = worth,
                 .damage_by = enemy.damage_by,
                 .at = enemy.at,
                 .cause = cause_of(enemy.id, static_cast<std::uint32_t>(number)),
                 .lap = lap_of(step.world, enemy.id),
                 .event = EventKind::phase_bonus});
}

void pay_formation(StepContext& step, Slot slot, const Enemy& last) {
    const std::uint32_t worth = waned(step.level.kinds[last.kind].worth, kWorthByLap, lap_of(step.world, last.id));
    earn_points(step, slot, worth * kFormationTimes, EventKind::formation_bonus, cause_of(last.id), last.at);
}

void pay_graze(StepContext& step, Slot slot, const EnemyShot& shot) {
    Earnings& earnings = step.world.earnings[index(slot)];
    const std::uint64_t cause = cause_of_shot(shot.owner, shot.number, shot.branch);
    const std::uint32_t worth = waned(kGrazeWorth, kWorthByLap, lap_of_fire(step.world, shot.owner));
    earn_points(step, slot, worth, EventKind::graze, cause, shot.at);
    ++earnings.grazes;
    earnings.chain_left = std::min<std::uint16_t>(earnings.chain_left + kGrazeChainTicks, kChainTicks);
    earnings.grazed_left = kGrazedTicks;
    earn_charge(step, slot, kGrazeCharge, cause);
}

void pay_dust(StepContext& step, Slot slot, const EnemyShot& shot) {
    const std::uint64_t cause = cause_of_shot(shot.owner, shot.number, shot.branch);
    const std::uint8_t lap = lap_of_fire(step.world, shot.owner);
    earn_points(step, slot, waned(kGuardWorth, kWorthByLap, lap), EventKind::dusted, cause, shot.at);
    earn_charge(step, slot, waned(kGuardCharge, kChargeByLap, lap), cause);
}

bool spend_gold(StepContext& step, Slot slot) {
    World& world = step.world;
    Earnings& earnings = world.earnings[index(slot)];
    const std::int32_t debt = kGoldFull - earnings.gold;
    assert(debt >= 0 && "gold is capped when it is earned");
    if (debt > 0 && debt > std::min(kGoldDebtMax, debt_max(world, step.level, slot))) {
        ++world.counters[index(slot)].unpaid;
        return false;
    }
    earnings.gold -= kGoldFull;
    assert(earnings.gold >= -kGoldDebtMax && "gold is owed only as far as a lead explains");
    return true;
}

void pay_clear(StepContext& step) {
    const std::uint32_t percent = step.world.flow.continues == 0 ? kNoContinuePercent : 100;
    for (const Slot slot : kSlots) {
        const Ship& ship = step.world.ships[index(slot)];
        if (!is_in_play(step.world, slot)) continue;
        const std::uint32_t points = kClearWorth * ship.lives * percent / 100;
        step.world.earnings[index(slot)].score += points;
        step.emit(EventKind::clear_bonus, 0, ship.at, static_cast<std::int32_t>(points), slot);
    }
}

void offer_charge(World& world, std::int32_t charge) {
    assert(charge >= 0 && charge <= kArmourMax && "the sum with what was offered before fits 32 bits");
    for (Earnings& earnings : world.earnings) earnings.offered[0] = std::min(earnings.offered[0] + charge, kOfferedMax);
}

std::int32_t debt_max(const World& world, const Level& level, Slot slot) {
    const auto& offered = world.earnings[index(slot)].offered;
    std::int64_t charge = std::int64_t{offered[0]} + offered[1];
    for (const Enemy& enemy : world.enemies) charge += is_gone(enemy) ? 0 : level.kinds[enemy.kind].charge;
    for (const Missile& missile : world.missiles) charge += is_gone(missile) ? 0 : level.missiles[missile.def].charge;
    charge = charge * kShareMostPercent / 100 + std::int64_t{world.enemy_shots.count} * (kGrazeCharge + kGuardCharge) +
             kUnseenCharge;
    assert(charge >= kUnseenCharge && "what is on offer only raises the debt that a lead explains");
    return static_cast<std::int32_t>(std::min<std::int64_t>(charge, kChargeDebtMax));
}

bool is_linked(const World& world) {
    assert(world.team.near_ticks <= kLinkTicks && "a link begins once");
    return world.team.near_ticks == kLinkTicks;
}

void settle_score(StepContext& step) {
    settle_formations(step.world);
    settle_link(step);
    for (const Slot slot : kSlots) {
        Earnings& earnings = step.world.earnings[index(slot)];
        if (step.world.clock.value % kEarningSpan == 0) earnings.offered = {0, earnings.offered[0]};
        if (earnings.grazed_left > 0) --earnings.grazed_left;
        drain_bar(step, slot);
        let_chain_fall(earnings, step.died[index(slot)] && life_of(step.world.ships[index(slot)]) == Life::dead);
    }
    watch_extends(step.world);
}

std::uint32_t team_score(const World& world) { return world.earnings[0].score + world.earnings[1].score; }

}  // namespace albireo
