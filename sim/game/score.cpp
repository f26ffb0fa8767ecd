#include "sim/game/score.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// Fills the blue bar first. The gold bar gets only what the full blue bar cannot hold.
void earn_charge(StepContext& step, Slot slot, std::int32_t charge, std::uint64_t cause) {
    Purse& purse = step.world.purses[index(slot)];
    assert(charge >= 0 && "nothing that is destroyed takes charge away");
    const std::int32_t room = kChargeFull - purse.charge;
    assert(room >= 0 && "charge is capped when it is earned");
    const std::int32_t blue = charge < room ? charge : room;
    const std::int32_t before = purse.gold;
    purse.charge += blue;
    purse.gold += charge - blue;
    if (purse.gold > kGoldFull) purse.gold = kGoldFull;
    assert((purse.gold == before || purse.charge == kChargeFull) && "gold is only what the full blue bar cannot hold");
    const Vec2 at = step.world.ships[index(slot)].at;
    if (blue > 0 && purse.charge == kChargeFull) step.tell(EventKind::charge_full, cause, at, 0, slot);
    if (before < kGoldFull && purse.gold == kGoldFull) step.tell(EventKind::gold_full, cause, at, 0, slot);
}

void count_kill(StepContext& step, Slot slot, std::uint64_t cause) {
    Purse& purse = step.world.purses[index(slot)];
    ++purse.kills;
    purse.chain_left = kChainTicks;
    if (++purse.chain < kChainKills) return;
    purse.chain = 0;
    if (purse.multiplier >= kMultiplierMax) return;
    ++purse.multiplier;
    assert(purse.multiplier > 1 && purse.multiplier <= kMultiplierMax && "the multiplier stays within its range");
    step.tell(EventKind::multiplier_up, cause, step.world.ships[index(slot)].at, purse.multiplier, slot);
}

}  // namespace

void award(StepContext& step, const Award& award) {
    const std::int64_t total = std::int64_t{award.damage_by[0]} + award.damage_by[1];
    assert(award.damage_by[0] >= 0 && award.damage_by[1] >= 0 && "damage is only ever added");
    if (total <= 0) return;
    for (const Slot slot : kSlots) {
        const std::int64_t part = award.damage_by[index(slot)];
        if (part <= 0) continue;
        Purse& purse = step.world.purses[index(slot)];
        const auto points = static_cast<std::uint32_t>(std::int64_t{award.worth} * part / total) * purse.multiplier;
        assert(points <= award.worth * purse.multiplier && "a share is at most the whole worth");
        purse.score += points;
        step.tell(EventKind::score_up, award.cause, award.at, static_cast<std::int32_t>(points), slot);
        earn_charge(step, slot, static_cast<std::int32_t>(award.charge * part / total), award.cause);
    }
    offer_charge(step.world, award.charge);
    if (!award.is_kill) return;
    for (const Slot slot : kSlots) {
        if (award.damage_by[index(slot)] >= award.damage_by[index(other(slot))]) count_kill(step, slot, award.cause);
    }
}

void offer_charge(World& world, std::int32_t charge) {
    assert(charge >= 0 && charge <= kArmourMax && "the sum with what was offered before fits 32 bits");
    for (Purse& purse : world.purses) purse.offered[0] = std::min(purse.offered[0] + charge, kOfferedMax);
}

std::int32_t debt_max(const World& world, const Level& level, Slot slot) {
    const auto& offered = world.purses[index(slot)].offered;
    std::int64_t charge = std::int64_t{offered[0]} + offered[1] + kUnseenCharge;
    for (const Enemy& enemy : world.enemies) charge += is_gone(enemy) ? 0 : level.kinds[enemy.kind].charge;
    for (const Missile& missile : world.missiles) charge += is_gone(missile) ? 0 : level.missiles[missile.def].charge;
    assert(charge >= kUnseenCharge && "what is on offer only raises the debt that a lead explains");
    return static_cast<std::int32_t>(std::min<std::int64_t>(charge, kChargeDebtMax));
}

void settle_score(StepContext& step) {
    for (const Slot slot : kSlots) {
        Purse& purse = step.world.purses[index(slot)];
        purse.overdrawn = 0;
        if (step.world.clock.value % kEarningSpan == 0) purse.offered = {0, purse.offered[0]};
        if (step.world.ships[index(slot)].powered != 0) {
            const std::int32_t left = purse.charge - kReleasePerTick;
            if (left < 0 && -left > debt_max(step.world, step.level, slot)) {
                purse.overdrawn = 1;
                ++step.world.counters[index(slot)].unpaid;
            } else {
                purse.charge = left;
                assert(left >= -kChargeDebtMax && "charge is owed only as far as a lead explains");
            }
        }
        // Whether a shot is paid for is decided once, in the tick in which it is fired, not when it hits.
        // Shots have moved by now, so the new ones have age 1.
        if (purse.overdrawn != 0) {
            for (const Shot& shot : step.world.shots[index(slot)]) {
                if (shot.age == 1) step.world.marks[index(slot)].unpaid.set(shot.number, true);
            }
        }
        if (purse.chain_left > 0 && --purse.chain_left == 0) {
            purse.chain = 0;
            assert(purse.multiplier >= 1 && "a player without a chain still scores");
            if (purse.multiplier > 1 && --purse.multiplier > 1) purse.chain_left = kChainFallTicks;
        }
    }
}

std::uint32_t team_score(const World& world) { return world.purses[0].score + world.purses[1].score; }

}  // namespace albireo
