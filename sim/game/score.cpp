#include "sim/game/score.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// Fills the blue bar first. The gold bar gets only what the full blue bar cannot hold. Returns what neither can hold.
std::int32_t fill_bars(StepContext& step, Slot slot, std::int32_t charge, std::uint64_t cause) {
    Earnings& earnings = step.world.earnings[index(slot)];
    assert(charge >= 0 && "nothing that is destroyed takes charge away");
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
    if (blue > 0 && earnings.charge == kChargeFull) step.tell(EventKind::charge_full, cause, at, 0, slot);
    if (before < kGoldFull && earnings.gold == kGoldFull) step.tell(EventKind::gold_full, cause, at, 0, slot);
    return over;
}

/// Fills a player's bars. What they cannot hold goes to a linked partner.
void earn_charge(StepContext& step, Slot slot, std::int32_t charge, std::uint64_t cause) {
    const std::int32_t over = fill_bars(step, slot, charge, cause);
    if (over > 0 && is_linked(step.world)) fill_bars(step, other(slot), over, cause);
}

/// The player's share of a target's charge, after they did `part` of the `total` damage.
std::int32_t charge_share(const World& world, Slot slot, std::int32_t charge, std::int64_t part, std::int64_t total) {
    const bool linked = is_linked(world);
    const std::int64_t share = linked ? charge * (kLinkedEach * total + kLinkedMore * part) / (100 * total)
                                      : charge * part / total;
    const bool is_bold = linked || world.earnings[index(slot)].grazed_left > 0;
    return static_cast<std::int32_t>(is_bold ? share * kBoldTimes : share);
}

void count_kill(StepContext& step, Slot slot, std::uint64_t cause) {
    Earnings& earnings = step.world.earnings[index(slot)];
    ++earnings.kills;
    earnings.chain_left = kChainTicks;
    if (++earnings.chain < kChainKills) return;
    earnings.chain = 0;
    if (earnings.multiplier >= kMultiplierMax) return;
    ++earnings.multiplier;
    assert(earnings.multiplier > 1 && earnings.multiplier <= kMultiplierMax && "the multiplier stays within its range");
    step.tell(EventKind::multiplier_up, cause, step.world.ships[index(slot)].at, earnings.multiplier, slot);
}

/// The lap of the loop that the camera is in; 0 outside loops.
std::uint8_t present_lap(const World& world) {
    return world.flow.loop == Flow::kNoLoop ? std::uint8_t{0} : world.flow.lap;
}

std::uint32_t waned(std::uint32_t worth, std::uint8_t lap) {
    const std::uint32_t percent = kWorthByLap[std::min<std::size_t>(lap, kWorthByLap.size() - 1)];
    return static_cast<std::uint32_t>(std::uint64_t{worth} * percent / 100);
}

/// Points are the worth times the player's multiplier.
void earn_points(StepContext& step, Slot slot, std::uint32_t worth, EventKind kind, std::uint64_t cause, Vec2 at) {
    Earnings& earnings = step.world.earnings[index(slot)];
    assert(earnings.multiplier >= 1 && earnings.multiplier <= kMultiplierMax && "no multiplier is outside its range");
    const std::uint32_t points = worth * earnings.multiplier;
    earnings.score += points;
    step.tell(kind, cause, at, static_cast<std::int32_t>(points), slot);
}

/// Charged fire drains the blue bar. Whether a shot is paid for is decided once, in the tick in which it is fired, not when
/// it hits.
void drain_bar(StepContext& step, Slot slot) {
    Earnings& earnings = step.world.earnings[index(slot)];
    earnings.overdrawn = 0;
    if (step.world.ships[index(slot)].powered == 0) return;
    const std::int32_t left = earnings.charge - kReleasePerTick;
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

void let_chain_fall(Earnings& earnings) {
    if (earnings.chain_left == 0 || --earnings.chain_left > 0) return;
    earnings.chain = 0;
    assert(earnings.multiplier >= 1 && "a player without a chain still scores");
    if (earnings.multiplier > 1 && --earnings.multiplier > 1) earnings.chain_left = kChainFallTicks;
}

void settle_link(StepContext& step) {
    const auto& ships = step.world.ships;
    Team& team = step.world.team;
    const bool are_close = is_flying(ships[0]) && is_flying(ships[1]) && within(ships[0].at, ships[1].at, kLinkReach);
    const bool was_linked = is_linked(step.world);
    if (!are_close) {
        team.near_ticks = 0;
        if (was_linked) step.tell(EventKind::link_ends, 0, mix(ships[0].at, ships[1].at, 500_mu));
        return;
    }
    if (!was_linked) ++team.near_ticks;
    if (!is_linked(step.world)) return;
    ++team.linked_ticks;
    if (was_linked) return;
    ++team.links;
    step.tell(EventKind::link_begins, 0, mix(ships[0].at, ships[1].at, 500_mu));
}

}  // namespace

void award(StepContext& step, const Award& award) {
    const std::int64_t total = std::int64_t{award.damage_by[0]} + award.damage_by[1];
    assert(award.damage_by[0] >= 0 && award.damage_by[1] >= 0 && "damage is only ever added");
    if (total <= 0) return;
    const bool linked = is_linked(step.world);
    for (const Slot slot : kSlots) {
        const std::int64_t part = award.damage_by[index(slot)];
        if (part > 0) {
            const auto share = static_cast<std::uint32_t>(std::int64_t{award.worth} * part / total);
            assert(share <= award.worth && "a share is at most the whole worth");
            earn_points(step, slot, share, EventKind::score_up, award.cause, award.at);
        }
        if (part > 0 || linked) earn_charge(step, slot, charge_share(step.world, slot, award.charge, part, total), award.cause);
    }
    offer_charge(step.world, award.charge);
    if (!award.is_kill) return;
    for (const Slot slot : kSlots) {
        const bool assisted = std::int64_t{award.damage_by[index(slot)]} * 100 >= total * kAssistPercent;
        if (linked || assisted) count_kill(step, slot, award.cause);
    }
}

void pay_graze(StepContext& step, Slot slot, const EnemyShot& shot) {
    Earnings& earnings = step.world.earnings[index(slot)];
    const std::uint64_t cause = cause_of(shot.owner, shot.number);
    // An enemy that is spared fires on and on. Its shots pay by the present lap, whatever lap it came in.
    earn_points(step, slot, waned(kGrazeWorth, present_lap(step.world)), EventKind::graze, cause, shot.at);
    ++earnings.grazes;
    earnings.chain_left = std::min<std::uint16_t>(earnings.chain_left + kGrazeChainTicks, kChainTicks);
    earnings.grazed_left = kGrazedTicks;
    earn_charge(step, slot, kGrazeCharge, cause);
}

void offer_charge(World& world, std::int32_t charge) {
    assert(charge >= 0 && charge <= kArmourMax && "the sum with what was offered before fits 32 bits");
    for (Earnings& earnings : world.earnings) earnings.offered[0] = std::min(earnings.offered[0] + charge, kOfferedMax);
}

std::int32_t debt_max(const World& world, const Level& level, Slot slot) {
    const auto& offered = world.earnings[index(slot)].offered;
    std::int64_t charge = std::int64_t{offered[0]} + offered[1];
    for (const Enemy& enemy : world.enemies) charge += level.kinds[enemy.kind].charge;
    for (const Missile& missile : world.missiles) charge += level.missiles[missile.def].charge;
    charge = charge * kShareMostPercent / 100 + std::int64_t{world.enemy_shots.count} * kGrazeCharge + kUnseenCharge;
    assert(charge >= kUnseenCharge && "what is on offer only raises the debt that a lead explains");
    return static_cast<std::int32_t>(std::min<std::int64_t>(charge, kChargeDebtMax));
}

bool is_linked(const World& world) {
    assert(world.team.near_ticks <= kLinkTicks && "a link begins once");
    return world.team.near_ticks == kLinkTicks;
}

void settle_score(StepContext& step) {
    settle_link(step);
    for (const Slot slot : kSlots) {
        Earnings& earnings = step.world.earnings[index(slot)];
        if (step.world.clock.value % kEarningSpan == 0) earnings.offered = {0, earnings.offered[0]};
        if (earnings.grazed_left > 0) --earnings.grazed_left;
        drain_bar(step, slot);
        let_chain_fall(earnings);
    }
}

std::uint32_t team_score(const World& world) { return world.earnings[0].score + world.earnings[1].score; }

}  // namespace albireo
