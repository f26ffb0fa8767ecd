#include "sim/game/hatch.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/heat.hpp"
#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

void launch(StepContext& step, Enemy& enemy, const Part& part, const HatchDef& hatch) {
    ++enemy.missiles;
    if ((part.flags & kPartAlive) == 0) return;
    assert(hatch.missile < step.level.missiles.size() && "a hatch launches missiles of the level");
    const MissileDef& def = step.level.missiles[hatch.missile];
    Missile missile{};
    missile.owner = enemy.id;
    missile.number = enemy.missiles;
    missile.def = hatch.missile;
    missile.target = static_cast<std::uint8_t>(aim_target(step.world, enemy.missiles));
    missile.at = part.at;
    missile.heading = missile.heading_to = hatch.angle + enemy.heading;
    missile.armour = def.armour * kDamageUnit;
    step.world.missiles.add(missile);
    step.emit(EventKind::missile_launched, cause_of_missile(enemy.id, enemy.missiles), part.at);
}

struct HatchContext {
    StepContext& step;
    Enemy& enemy;
    Part& part;
    const HatchDef& hatch;
    std::uint8_t index;  // of the part
};

/// Sets the hatch's wait: its next action is at least one tick later.
void wait(HatchContext& c, std::uint16_t ticks) {
    c.part.hatch_wait = std::max<std::uint16_t>(ticks, 1);
}

void begin_shut(HatchContext& c) {
    wait(c, heated_rest(c.hatch.shut, c.enemy.heat));
}

void begin_open(HatchContext& c) {
    c.part.hatch_left = c.hatch.count;
    wait(c, c.hatch.opening);
    if ((c.part.flags & kPartAlive) == 0) return;
    c.step.emit(EventKind::hatch_opens, cause_of(c.enemy.id, c.index), c.part.at);
}

void pass(HatchContext& c, Machine&) {
    if (c.part.hatch_wait > 0) --c.part.hatch_wait;
}

void launch_next(HatchContext& c, Machine& machine) {
    if (c.part.hatch_wait == 0) {
        assert(c.part.hatch_left > 0 && "an empty hatch shuts; it does not launch");
        launch(c.step, c.enemy, c.part, c.hatch);
        --c.part.hatch_left;
        wait(c, c.part.hatch_left > 0 ? c.hatch.gap : c.hatch.opening);
    }
    pass(c, machine);
}

bool may_open(const HatchContext& c) {
    return c.part.hatch_wait == 0;
}
bool is_empty(const HatchContext& c) {
    return c.part.hatch_wait == 0 && c.part.hatch_left == 0;
}

constexpr auto kHatch = machine_table<HatchContext>({
    {"shut", {begin_shut, pass}, {{{"open", may_open}}}},
    {"open", {begin_open, launch_next}, {{{"shut", is_empty}}}},
});
static_assert(kHatch.state("shut") == static_cast<std::uint8_t>(HatchState::shut));
static_assert(kHatch.state("open") == static_cast<std::uint8_t>(HatchState::open));

void set_state(Part& part, HatchState state) {
    part.flags = static_cast<std::uint8_t>(state == HatchState::open ? part.flags | kHatchOpen : part.flags & ~kHatchOpen);
}

std::uint64_t cause_of(const Missile& missile) { return cause_of_missile(missile.owner, missile.number); }

/// One tick of a missile: it coasts, turns once towards where its target was, and flies on. It is gone when it hits rock,
/// leaves the field, or has lived its time.
void move_missile(StepContext& step, Missile& missile) {
    assert(missile.armour > 0 && "a missile that is gone does not fly");
    assert(missile.target < kSlotCount && "a missile is aimed at one of the two ships");
    const MissileDef& def = step.level.missiles[missile.def];
    assert(missile.age < def.life && "a missile is removed at the end of its life");
    ++missile.age;
    if (missile.age == (def.coast > 0 ? def.coast : 1)) {
        missile.heading_to = direction_of(lagged_place(step.world, kSlots[missile.target]) - missile.at);
    }
    Fixed speed = def.launch_speed;
    if (missile.age >= def.coast) {
        const std::int32_t turned = missile.age - def.coast;
        if (turned < def.turn) {
            const std::int32_t rest = turn_between(missile.heading, missile.heading_to);
            missile.heading = missile.heading + Angle::from_raw(rest / (def.turn - turned));
            speed = speed + (def.speed - def.launch_speed) * Fixed::ratio(turned, def.turn);
        } else {
            missile.heading = missile.heading_to;
            speed = def.speed;
        }
    }
    missile.at += polar(missile.heading, speed);
    if (missile.age < def.life && !has_left_play(step, missile.at)) return;
    step.emit(EventKind::missile_died, cause_of(missile), missile.at);
    offer_charge(step.world, def.charge);
    missile.armour = 0;
}

}  // namespace

HatchState state_of(const Part& part) {
    return (part.flags & kHatchOpen) != 0 ? HatchState::open : HatchState::shut;
}

void start_hatch(Part& part, const HatchDef& hatch) {
    set_state(part, HatchState::shut);
    part.hatch_wait = hatch.delay;
    part.hatch_left = 0;
}

void run_hatch(StepContext& step, Enemy& enemy, std::size_t index, std::uint8_t def) {
    assert(index < enemy.part_count && "a hatch belongs to a part of its enemy");
    assert(def < step.level.hatches.size() && "a hatch that is on has a definition");
    Part& part = enemy.parts[index];
    HatchContext context{step, enemy, part, step.level.hatches[def], static_cast<std::uint8_t>(index)};
    TableHost host(kHatch, context);
    HatchState state = state_of(part);
    run_state(state, host);
    set_state(part, state);
}

void move_missiles(StepContext& step) {
    for (Missile& missile : step.world.missiles) {
        if (!is_gone(missile)) move_missile(step, missile);
    }
}

Missile* find_missile(World& world, EnemyId owner, std::uint16_t number) {
    for (Missile& missile : world.missiles) {
        if (missile.owner == owner && missile.number == number && !is_gone(missile)) return &missile;
    }
    return nullptr;
}

std::int32_t hurt_missile(StepContext& step, Missile& missile, std::int32_t damage, Slot slot) {
    assert(damage >= 0 && "no hit repairs a missile");
    const std::int32_t dealt = damage < missile.armour ? damage : missile.armour;
    missile.armour -= dealt;
    missile.damage_by[index(slot)] += dealt;
    if (!is_gone(missile)) return dealt;
    const MissileDef& def = step.level.missiles[missile.def];
    step.emit(EventKind::missile_died, cause_of(missile), missile.at, 1, slot);
    const std::uint8_t lap = lap_of_fire(step.world, missile.owner);
    award(step, {def.worth, def.charge, missile.damage_by, missile.at, cause_of(missile), lap});
    return dealt;
}

}  // namespace albireo
