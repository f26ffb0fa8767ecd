#include <algorithm>

#include "sim/game/beam.hpp"
#include "sim/game/bullet.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/heat.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/weapon.hpp"
#include "sim/snapshot.hpp"

namespace albireo {
namespace {

constexpr bool is_within(std::int64_t value, std::int64_t low, std::int64_t high) {
    return value >= low && value <= high;
}

bool is_near(Vec2 at, Fixed most) {
    return is_within(at.x.raw, -most.raw, most.raw) && is_within(at.y.raw, -most.raw, most.raw);
}

/// Positions are small enough that no 64-bit product of differences overflows.
bool is_sound(Vec2 at) {
    return is_near(at, 4096_u);
}

/// Between two ticks `wanted` is empty, and `pending` is empty or a state.
bool is_sound(const Machine& machine, std::size_t states) {
    return machine.state < states && machine.wanted == Machine{}.wanted &&
           (machine.pending == kNoState || machine.pending < states);
}

/// A machine of the core's own, none of whose transitions is late.
template <class State>
bool is_sound_core(const Machine& machine, State last) {
    return is_sound(machine, static_cast<std::size_t>(last) + 1) && machine.pending == kNoState;
}

/// The damage that both players have dealt to one target. It can grow only by the armour that is left. So a limit on damage
/// plus armour keeps the sums of all later hits within 32 bits.
bool is_sound_damage(const std::array<std::int32_t, kSlotCount>& damage_by, std::int64_t armour_left) {
    constexpr std::int64_t kMost = std::int64_t{whole_armour({.armour = kArmourMax}, kHeatMax)} * static_cast<std::int64_t>(kPartsMax);
    static_assert(kMost < INT32_MAX);
    return damage_by[0] >= 0 && damage_by[1] >= 0 && std::int64_t{damage_by[0]} + damage_by[1] + armour_left <= kMost;
}

/// The name of an enemy that the level can spawn, or of its child.
bool is_sound(EnemyId id, const Level& level) {
    return id.spawn >= 1 && id.spawn <= level.spawns.size() && id.lap < kLapsMax;
}

bool is_sound(const Part& part, const PartDef& def, std::uint16_t heat, const Level& level) {
    if (part.gun != kNone && part.gun >= level.guns.size()) return false;
    if ((part.flags & kGunOn) != 0 && part.gun == kNone) return false;
    if (part.burrs[0] + part.burrs[1] > kBurrsMax || part.fuse > kFuseTicks) return false;
    if ((part.fuse != 0) != (part.burrs[0] + part.burrs[1] != 0)) return false;
    if ((part.flags & kBeamOn) != 0 && def.beam == kNone) return false;
    if ((part.flags & kHatchOn) != 0 && def.hatch == kNone) return false;
    return part.beam_phase <= BeamPhase::burns && is_within(part.armour, 0, whole_armour(def, heat));
}

bool is_sound(const Enemy& enemy, const Level& level) {
    if (enemy.kind >= level.kinds.size() || enemy.mover > Mover::falls || !is_sound(enemy.id, level)) return false;
    const KindDef& kind = level.kinds[enemy.kind];
    if (enemy.part_count != kind.parts.count || enemy.face > Facing::turning || enemy.flags > kHasEntered) return false;
    if (enemy.mover == Mover::path && enemy.path >= level.path_samples.size()) return false;
    if (enemy.move_ticks > enemy.move_total || enemy.heat > kHeatMax) return false;
    if (enemy.struck[0] > kJointTicks + 1 || enemy.struck[1] > kJointTicks + 1) return false;
    std::int64_t armour_left = 0;
    for (std::size_t i = 0; i < kind.machines.count; ++i) {
        const MachineDef& machine = level.machines[kind.machines.first + i];
        if (!is_sound(enemy.machines[i], machine.states.count)) return false;
    }
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        if (!is_sound(enemy.parts[i], level.parts[std::size_t{kind.parts.first} + i], enemy.heat, level)) return false;
        armour_left += enemy.parts[i].armour;
    }
    return is_sound_damage(enemy.damage_by, armour_left);
}

bool is_sound(const Missile& missile, const Level& level) {
    if (missile.def >= level.missiles.size() || missile.target >= kSlotCount) return false;
    const MissileDef& def = level.missiles[missile.def];
    return is_sound(missile.owner, level) && missile.age < def.life &&
           is_within(missile.armour, 1, std::int64_t{def.armour} * kDamageUnit) &&
           is_sound_damage(missile.damage_by, missile.armour);
}

bool is_sound(const Scroll& scroll, const Level& level) {
    if (scroll.count == 0 || scroll.count > kTileRowMax || scroll.origin >= scroll.count) return false;
    for (std::size_t i = 0; i < scroll.count; ++i) {
        if (scroll.row[i].tile >= level.tiles.size() || scroll.row[i].lap > kLapsMax || scroll.row[i].turn >= kLapsMax)
            return false;
    }
    // The camera is between the entry and the exit of a tile, and moves from one such place to another.
    return scroll.ticks <= level.tiles[scroll.row[scroll.origin].tile].ticks && is_near(scroll.camera, kTilePlaceMax) &&
           is_near(scroll.moved, kTilePlaceMax * 2);
}

bool is_sound(const Deck& deck, const Level& level) {
    if (!level.is_endless()) return deck == Deck{};
    const std::uint64_t used = deck.used[0] | std::uint64_t{deck.used[1]} << 32;
    const bool are_cards = level.loops.size() >= 64 || used >> level.loops.size() == 0;
    return are_cards && deck.card < level.loops.size() && deck.done <= 1 && deck.spare == 0 && deck.entered <= deck.dealt;
}

bool is_sound(const Tides& tides) {
    const auto is_swell = [](Fixed swell) { return is_within(swell.raw, 0, kSwellMax.raw); };
    const auto is_tide = [](Fixed tide) { return is_within(tide.raw, -kPlaceMax.raw, kPlaceMax.raw); };
    return is_swell(tides.swell) && is_swell(tides.swell_to) && is_tide(tides.tide) && is_tide(tides.tide_to) &&
           tides.spare == 0;
}

/// Only raised flags have an age.
bool are_sound_ages(const Scroll& scroll, const Flow& flow) {
    for (std::size_t i = 0; i < scroll.flag_ages.size(); ++i) {
        if (scroll.flag_ages[i] != 0 && ((flow.flags >> i) & 1) == 0) return false;
    }
    return true;
}

bool is_sound(const Flow& flow, const Level& level) {
    const std::size_t loops = level.loops.size();
    if (!is_sound_core(flow.machine, FlowState::cleared)) return false;
    if (flow.cue > level.cues.size() || flow.loops_done > loops) return false;
    if (flow.loop != Flow::kNoLoop && (flow.loop >= loops || flow.loop_cue > level.loops[flow.loop].cues.count)) {
        return false;
    }
    const bool is_triggered = flow.trigger_loop != Flow::kNoLoop;
    const bool is_open = is_triggered && flow.trigger_loop < loops && (level.is_endless() || flow.trigger_loop >= flow.loops_done);
    if (is_triggered && !is_open) return false;
    if (!is_triggered && flow.trigger_wait != 0) return false;
    if (flow.paused_by >= kSlotCount || flow.asked_by >= kSlotCount || flow.players >= 1 << kSlotCount) return false;
    if (flow.asked > static_cast<std::uint8_t>(Command::carry_on) || flow.lap > kLapsMax) return false;
    if (flow.practice > 1 || flow.sea_due.wait > kLateTicks) return false;
    if (!is_within(flow.sea_due.swell.raw, 0, kSwellMax.raw)) return false;
    if (!is_within(flow.sea_due.tide.raw, -kPlaceMax.raw, kPlaceMax.raw)) return false;
    if (flow.trigger_wait > kLateTicks + 1 || flow.over_wait > kLateTicks + 1) return false;
    const auto at_most = [](const auto& values, std::uint32_t most) {
        return std::all_of(values.begin(), values.end(), [most](std::uint32_t value) { return value <= most; });
    };
    return at_most(flow.life_wait, kLateTicks + 1) && at_most(flow.flag_wait, kLateTicks + 1) &&
           at_most(flow.pauses, kPausesPerSection);
}

bool is_sound(const Ship& ship) {
    if (!is_sound_core(ship.life, Life::absent) || !is_sound_core(ship.arms, Arms::powered)) return false;
    const bool is_here = life_of(ship) == Life::entering || life_of(ship) == Life::flying;
    return static_cast<int>(ship.weapon) < kWeaponCount && ship.lives <= kLivesMax &&
           (!is_here || ship.lives > 0) && ship.rock_ticks <= kRockTicks && ship.ribbon <= kRibbonFocused && ship.powered <= 2 &&
           ship.guard <= 1 && (ship.guard == 0 || ship.powered != 0) && ship.dives <= 1 &&
           ship.lightning_wait <= kLightningWait && ship.cooldown <= kCooldownMax &&
           ship.invulnerable <= kEnterTicks + kSafeTicks && is_sound(ship.at) && is_sound(ship.aim);
}

bool is_sound(const Earnings& earnings) {
    return is_within(earnings.charge, -kChargeDebtMax, kChargeFull) && is_within(earnings.gold, -kGoldDebtMax, kGoldFull) &&
           is_within(earnings.multiplier, 1, kMultiplierMax) && is_within(earnings.offered[0], 0, kOfferedMax) &&
           is_within(earnings.offered[1], 0, kOfferedMax) && earnings.chain < kChainKills &&
           earnings.chain_left <= kChainTicks && earnings.grazed_left <= kGrazedTicks && earnings.overdrawn <= 1 &&
           earnings.spare == 0;
}

bool is_sound(const Team& team) {
    return team.near_ticks <= kLinkTicks && team.extend_wait <= kLateTicks;
}

/// Among other things: the ship has fired this shot number already, and not long ago. The bound grows with the shot's age
/// as fast as a ship can fire.
bool is_sound(const Shot& shot, const Ship& ship) {
    const std::uint32_t fired_since = ship.fired.value - shot.number.value;
    return static_cast<int>(shot.weapon) < kWeaponCount && is_sound(shot.at) && shot.powered <= 1 && shot.damage > 0 &&
           is_within(shot.pierce, 1, kPierceMax) && shot.spare == 0 &&
           shot.age < kShotTicksMax && shot.bend_ticks <= kSeekerTicksMax &&
           fired_since < kShotsPerPlayerMax + kVolleyShotsMax * shot.age;
}
bool is_sound(const ShotMarks& marks) { return marks.next < kPiercedMax; }
bool is_sound(const Touch& touch) { return touch.used <= 1 + kWhipHops; }
bool is_sound(const EnemyShot& shot, const Level& level) {
    return is_sound_bullet(level, shot);
}
bool is_sound(const Beam& beam, const Level& level) {
    return beam.def < level.beams.size() && beam.part < kPartsMax && beam.burning <= 1 && beam.copy < kBeamCopiesMax;
}

bool is_sound(const OpenFormation& open, const Level& level) {
    return open.formation < level.formations.size() && open.lap < kLapsMax && open.players < 1 << kSlotCount &&
           open.killed < level.formations[open.formation].spawns.count && is_within(open.left, 1, kFormationTicks);
}

template <class Items, class... More>
bool are_sound(const Items& items, const More&... more) {
    for (const auto& item : items) {
        if (!is_sound(item, more...)) return false;
    }
    return true;
}

}  // namespace

bool is_sound(const World& world, const Level& level) {
    return is_sound(world.flow, level) && is_sound(world.scroll, level) && is_sound(world.deck, level) && is_sound(world.scroll.tides) && are_sound_ages(world.scroll, world.flow) &&
           are_sound(world.ships) && are_sound(world.earnings) && is_sound(world.team) &&
           are_sound(world.shots[0], world.ships[0]) &&
           are_sound(world.shots[1], world.ships[1]) && are_sound(world.marks) && are_sound(world.touches[0]) &&
           are_sound(world.touches[1]) && are_sound(world.enemies, level) &&
           are_sound(world.enemy_shots, level) && are_sound(world.beams, level) && are_sound(world.missiles, level) &&
           are_sound(world.formations, level);
}

}  // namespace albireo
