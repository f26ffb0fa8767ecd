#include "sim/game/flow.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/weapon.hpp"
#include "sim/snapshot.hpp"

namespace albireo {
namespace {

constexpr bool is_within(std::int64_t value, std::int64_t low, std::int64_t high) {
    return value >= low && value <= high;
}

/// Positions are small enough that no 64-bit product of differences overflows.
bool is_sound(Vec2 at) {
    constexpr Fixed kFar = 4096_u;
    return abs(at.x) < kFar && abs(at.y) < kFar && at.x.raw != INT32_MIN && at.y.raw != INT32_MIN;
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

/// The damage that two players have dealt to one enemy: far below the limit of its sum.
bool is_sound_damage(const std::array<std::int32_t, kSlotCount>& damage_by) {
    constexpr std::int64_t kMost = std::int64_t{kArmourMax} * kDamageUnit * static_cast<std::int64_t>(kPartsMax);
    static_assert(2 * kMost < INT32_MAX);
    return is_within(damage_by[0], 0, kMost) && is_within(damage_by[1], 0, kMost);
}

bool is_sound(const Part& part, const PartDef& def) {
    if ((part.flags & kGunOn) != 0 && def.gun == kNone) return false;
    if ((part.flags & kBeamOn) != 0 && def.beam == kNone) return false;
    if ((part.flags & kHatchOn) != 0 && def.hatch == kNone) return false;
    return part.beam_phase <= 2 && is_within(part.armour, 0, std::int64_t{def.armour} * kDamageUnit);
}

bool is_sound(const Enemy& enemy, const Level& level) {
    if (enemy.kind >= level.kinds.size() || enemy.mover > Mover::leave) return false;
    const KindDef& kind = level.kinds[enemy.kind];
    if (enemy.part_count != kind.parts.count || !is_sound_damage(enemy.damage_by)) return false;
    if (enemy.mover == Mover::path && enemy.path >= level.path_samples.size()) return false;
    for (std::size_t i = 0; i < kind.machines.count; ++i) {
        const MachineDef& machine = level.machines[kind.machines.first + i];
        if (!is_sound(enemy.machines[i], machine.states.count)) return false;
    }
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        if (!is_sound(enemy.parts[i], level.parts[std::size_t{kind.parts.first} + i])) return false;
    }
    return true;
}

bool is_sound(const Missile& missile, const Level& level) {
    if (missile.def >= level.missiles.size() || missile.target >= kSlotCount) return false;
    const std::int64_t whole = std::int64_t{level.missiles[missile.def].armour} * kDamageUnit;
    return is_within(missile.armour, 1, whole) && is_sound_damage(missile.damage_by);
}

bool is_sound(const Scroll& scroll, const Level& level) {
    if (scroll.count == 0 || scroll.count > kTileRowMax || scroll.origin >= scroll.count) return false;
    for (std::size_t i = 0; i < scroll.count; ++i) {
        if (scroll.row[i].tile >= level.tiles.size() || scroll.row[i].lap > kLapsMax) return false;
    }
    return scroll.ticks <= level.tiles[scroll.row[scroll.origin].tile].ticks && is_sound(scroll.camera) &&
           is_sound(scroll.moved);
}

bool is_sound(const Flow& flow, const Level& level) {
    const std::size_t loops = level.loops.size();
    if (!is_sound_core(flow.machine, Course::cleared)) return false;
    if (flow.cue > level.cues.size() || flow.loops_done > loops) return false;
    if (flow.loop != Flow::kNoLoop && (flow.loop >= loops || flow.loop_cue > level.loops[flow.loop].cues.count)) {
        return false;
    }
    if (flow.trigger_loop != Flow::kNoLoop && flow.trigger_loop >= loops) return false;
    if (flow.paused_by >= kSlotCount || flow.lap > kLapsMax) return false;
    return flow.trigger_wait == 0 || flow.trigger_loop != Flow::kNoLoop;
}

bool is_sound(const Ship& ship) {
    if (!is_sound_core(ship.life, Life::absent) || !is_sound_core(ship.arms, Arms::powered)) return false;
    const bool is_here = life_of(ship) == Life::entering || life_of(ship) == Life::flying;
    return static_cast<int>(ship.weapon) < kWeaponCount && ship.lives <= kLivesAtStart &&
           (!is_here || ship.lives > 0) && ship.rock_ticks <= kRockTicks && is_sound(ship.at) && is_sound(ship.aim);
}

bool is_sound(const Purse& purse) {
    return is_within(purse.charge, -kChargeDebtMax, kChargeFull) && is_within(purse.gold, -kGoldDebtMax, kGoldFull) &&
           is_within(purse.multiplier, 1, kMultiplierMax) && is_within(purse.offered[0], 0, kOfferedMax) &&
           is_within(purse.offered[1], 0, kOfferedMax);
}

bool is_sound(const Shot& shot) {
    return static_cast<int>(shot.weapon) < kWeaponCount && is_sound(shot.at);
}
bool is_sound(const EnemyShot& shot, const Level& level) {
    return shot.gun < level.guns.size();
}
bool is_sound(const Beam& beam, const Level& level) {
    return beam.def < level.beams.size() && beam.part < kPartsMax;
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
    return is_sound(world.flow, level) && is_sound(world.scroll, level) && are_sound(world.ships) &&
           are_sound(world.purses) && are_sound(world.shots[0]) && are_sound(world.shots[1]) &&
           are_sound(world.enemies, level) && are_sound(world.enemy_shots, level) && are_sound(world.beams, level) &&
           are_sound(world.missiles, level);
}

}  // namespace albireo
