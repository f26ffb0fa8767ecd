#include "sim/game/score.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// Fills the blue bar first. The gold bar gets only what the full blue bar cannot hold.
void earn_charge(StepContext& step, Slot slot, std::int32_t charge, std::uint64_t cause) {
    Earnings& earnings = step.world.earnings[index(slot)];
    assert(charge >= 0 && "nothing that is destroyed takes charge away");
    const std::int32_t room = kChargeFull - earnings.charge;
    assert(room >= 0 && "charge is capped when it is earned");
    const std::int32_t blue = charge < room ? charge : room;
    const std::int32_t before = earnings.gold;
    earnings.charge += blue;
    earnings.gold += charge - blue;
    if (earnings.gold > kGoldFull) earnings.gold = kGoldFull;
    assert((earnings.gold == before || earnings.charge == kChargeFull) && "gold is only what the full blue bar cannot hold");
    const Vec2 at = step.world.ships[index(slot)].at;
    if (blue > 0 && earnings.charge == kChargeFull) step.tell(EventKind::charge_full, cause, at, 0, slot);
    if (before < kGoldFull && earnings.gold == kGoldFull) step.tell(EventKind::gold_full, cause, at, 0, slot);
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

}  // namespace

void award(StepContext& step, const Award& award) {
    const std::int64_t total = std::int64_t{award.damage_by[0]} + award.damage_by[1];
    assert(award.damage_by[0] >= 0 && award.damage_by[1] >= 0 && "damage is only ever added");
    if (total <= 0) return;
    for (const Slot slot : kSlots) {
        const std::int64_t part = award.damage_by[index(slot)];
        if (part <= 0) continue;
        Earnings& earnings = step.world.earnings[index(slot)];
        const auto points = static_cast<std::uint32_t>(std::int64_t{award.worth} * part / total) * earnings.multiplier;
        assert(points <= award.worth * earnings.multiplier && "a share is at most the whole worth");
        earnings.score += points;
        step.tell(EventKind::score_up, award.cause, award.at, static_cast<std::int32_t>(points), slot);
        earn_charge(step, slot, static_cast<std::int32_t>(award.charge * part / total), award.cause);
    }
    offer_charge(step.world, award.charge);
    if (!award.is_kill) return;
    for (const Slot slot : kSlots) {
        if (award.damage_by[index(slot)] >= award.damage_by[index(other(slot))]) count_kill(step, slot, award.cause);
    }
}

void pay_graze(StepContext& step, Slot slot, const EnemyShot& shot) {
    Earnings& earnings = step.world.earnings[index(slot)];
    const std::uint64_t cause = cause_of(shot.owner, shot.number);
    // An enemy that is spared fires on and on. Its shots pay by the present lap, whatever lap it came in.
    const std::uint32_t points = waned(kGrazeWorth, present_lap(step.world)) * earnings.multiplier;
    earnings.score += points;
    ++earnings.grazes;
    earnings.chain_left = std::min<std::uint16_t>(earnings.chain_left + kGrazeChainTicks, kChainTicks);
    earn_charge(step, slot, kGrazeCharge, cause);
    step.tell(EventKind::graze, cause, shot.at, static_cast<std::int32_t>(points), slot);
}

void offer_charge(World& world, std::int32_t charge) {
    assert(charge >= 0 && charge <= kArmourMax && "the sum with what was offered before fits 32 bits");
    for (Earnings& earnings : world.earnings) earnings.offered[0] = std::min(earnings.offered[0] + charge, kOfferedMax);
}

std::int32_t debt_max(const World& world, const Level& level, Slot slot) {
    const auto& offered = world.earnings[index(slot)].offered;
    std::int64_t charge = std::int64_t{offered[0]} + offered[1] + kUnseenCharge;
    charge += std::int64_t{world.enemy_shots.count} * kGrazeCharge;
    for (const Enemy& enemy : world.enemies) charge += level.kinds[enemy.kind].charge;
    for (const Missile& missile : world.missiles) charge += level.missiles[missile.def].charge;
    assert(charge >= kUnseenCharge && "what is on offer only raises the debt that a lead explains");
    return static_cast<std::int32_t>(std::min<std::int64_t>(charge, kChargeDebtMax));
}

void settle_score(StepContext& step) {
    for (const Slot slot : kSlots) {
        Earnings& earnings = step.world.earnings[index(slot)];
        earnings.overdrawn = 0;
        if (step.world.clock.value % kEarningSpan == 0) earnings.offered = {0, earnings.offered[0]};
        if (step.world.ships[index(slot)].powered != 0) {
            const std::int32_t left = earnings.charge - kReleasePerTick;
            if (left < 0 && -left > debt_max(step.world, step.level, slot)) {
                earnings.overdrawn = 1;
                ++step.world.counters[index(slot)].unpaid;
            } else {
                earnings.charge = left;
                assert(left >= -kChargeDebtMax && "charge is owed only as far as a lead explains");
            }
        }
        // Whether a shot is paid for is decided once, in the tick in which it is fired, not when it hits.
        // Shots have moved by now, so the new ones have age 1.
        if (earnings.overdrawn != 0) {
            for (const Shot& shot : step.world.shots[index(slot)]) {
                if (shot.age == 1) step.world.marks[index(slot)].unpaid.set(shot.number, true);
            }
        }
        if (earnings.chain_left > 0 && --earnings.chain_left == 0) {
            earnings.chain = 0;
            assert(earnings.multiplier >= 1 && "a player without a chain still scores");
            if (earnings.multiplier > 1 && --earnings.multiplier > 1) earnings.chain_left = kChainFallTicks;
        }
    }
}

std::uint32_t team_score(const World& world) { return world.earnings[0].score + world.earnings[1].score; }

}  // namespace albireo
