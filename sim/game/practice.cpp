#include "sim/game/practice.hpp"

#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/player.hpp"
#include "sim/game/scroll.hpp"
#include "sim/game/tuning.hpp"
#include "sim/level/section.hpp"
#include "sim/step.hpp"

namespace albireo {
namespace {

/// Whether the next tick runs the cue that begins the section.
bool begins_next(const World& world, const Level& level, std::uint32_t section) {
    if (world.flow.loop != Flow::kNoLoop) return false;
    std::uint32_t begun = 0;
    for (const CueDef& cue : level.cues) {
        if (cue.tick > world.flow.timeline) return false;
        if (cue.kind == CueKind::section && ++begun == section) return true;
    }
    return false;
}

/// A tick in which only the scenery and the timeline advance.
void skip_tick(StepContext& step) {
    World& world = step.world;
    settle_flags(world);
    advance_scroll(step);
    run_cues(step);
    step.events.clear();
    ++world.clock;
}

const StateDef& state_of(const Level& level, const Enemy& enemy, std::size_t machine) {
    const MachineDef& def = level.machines[std::size_t{level.kinds[enemy.kind].machines.first} + machine];
    assert(enemy.machines[machine].state < def.states.count && "a machine is in a state of its own definition");
    return level.states[std::size_t{def.states.first} + enemy.machines[machine].state];
}

bool is_in_phase(const Level& level, const Enemy& boss, std::uint32_t phase) {
    for (std::size_t m = 0; m < level.kinds[boss.kind].machines.count; ++m) {
        if (boss.age > 0 && state_of(level, boss, m).practice == phase) return true;
    }
    return false;
}

/// Deals as much damage as the part can take in its current state. A vital part without an armour mark is spared, because the
/// boss would die with it.
void hurt_fully(StepContext& step, Enemy& boss, std::size_t part) {
    const bool survives = part_def(step.level, boss, part).vital == 0 || armour_mark(step.level, boss, part) > 0;
    if (survives) hurt_enemy(step, boss, part, {.amount = boss.parts[part].armour, .opens_lids = true});
}

/// Hurts the parts that late transitions out of the boss's current states wait for. Parts that cannot be hurt yet are left
/// alone.
void cause_transitions(StepContext& step, Enemy& boss) {
    const Level& level = step.level;
    for (std::size_t m = 0; m < level.kinds[boss.kind].machines.count; ++m) {
        const Range ways = state_of(level, boss, m).transitions;
        for (std::size_t i = 0; i < ways.count; ++i) {
            const TransitionDef& way = level.transitions[std::size_t{ways.first} + i];
            if (way.when == When::armour_below || way.when == When::part_dead) hurt_fully(step, boss, way.a);
            if (way.when != When::parts_dead) continue;
            std::int32_t alive = 0;
            for (std::size_t part = 0; part < boss.part_count; ++part) alive += (boss.parts[part].flags & kPartAlive) != 0;
            for (std::size_t part = 0; part < boss.part_count && boss.part_count - alive < way.x; ++part) {
                const bool lived = (boss.parts[part].flags & kPartAlive) != 0;
                if (lived && part_def(level, boss, part).vital == 0) hurt_fully(step, boss, part);
                alive -= lived && (boss.parts[part].flags & kPartAlive) == 0;
            }
        }
    }
}

}  // namespace

void skip_to_section(StepContext& step, std::uint32_t section) {
    World& world = step.world;
    assert(world.tick == Tick{} && "only a game that has not begun can begin elsewhere");
    for (std::uint32_t ticks = 0; ticks < kSkipTicksMax && !begins_next(world, step.level, section); ++ticks) {
        if (world.flow.loop != Flow::kNoLoop) end_loop(world, step.level, world.flow.loop);
        skip_tick(step);
        world.enemies.count = 0;
    }
}

void skip_to_phase(StepContext& step, std::uint32_t section, std::uint32_t phase) {
    World& world = step.world;
    const auto target = boss_of_section(step.level, section);
    assert(target && phase <= target->phases && "is_start(): the section has a boss with that phase");
    if (!target) return;
    const EnemyId name{static_cast<std::uint16_t>(step.level.loops[target->loop].spawn + 1), 0, 0};
    const auto keep_boss = [&] { world.enemies.remove_if([&](const Enemy& enemy) { return enemy.id != name; }); };
    std::uint32_t ticks = 0;
    for (; ticks < kSkipTicksMax && find_enemy(world, name) == nullptr; ++ticks) {
        if (world.flow.loop != Flow::kNoLoop && world.flow.loop != target->loop) end_loop(world, step.level, world.flow.loop);
        skip_tick(step);
        keep_boss();
    }
    const auto earnings = world.earnings;
    const Team team = world.team;
    for (const Slot slot : kSlots) init_ship(world, slot, false);
    for (; ticks < kSkipTicksMax; ++ticks) {
        Enemy* const boss = find_enemy(world, name);
        if (boss == nullptr || is_in_phase(step.level, *boss, phase)) break;
        if (boss->age > 0) cause_transitions(step, *boss);
        albireo::step(world, step.level, step.frames, step.events);
        step.events.clear();
        world.enemy_shots.count = world.missiles.count = world.beams.count = world.formations.count = 0;
        keep_boss();
    }
    for (const Slot slot : kSlots) init_ship(world, slot, (world.flow.players >> index(slot)) & 1);
    world.earnings = earnings;
    world.team = team;
    for (Enemy& boss : world.enemies) boss.damage_by = {};
    world.tick = Tick{};
}

}  // namespace albireo
