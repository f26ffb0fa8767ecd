#include "client/scene/boss_bar.hpp"

#include <algorithm>
#include <functional>
#include <span>

#include "sim/game/enemy.hpp"
#include "sim/game/heat.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::scene {
namespace {

/// The number of the machine that has the boss's phases as its states.
std::size_t phases_of(const Level& level, const Enemy& enemy) {
    const Range machines = level.kinds[enemy.kind].machines;
    std::size_t number = 0;
    while (number < machines.count && level.name(level.machines[machines.first + number].name) != "phases") ++number;
    return number;
}

/// As the core pays it (sim/game/score.cpp): a single player has more time.
float par_left(const World& world, const StateDef& state, const Machine& machine, std::uint16_t overtime) {
    if (state.par == 0 || machine.pending != kNoState) return -1;
    const bool is_solo = world.flow.players != (1 << kSlotCount) - 1;
    const float par = static_cast<float>(state.par * (is_solo ? kSoloParPercent : 100)) / 100;
    return std::max(0.0F, 1 - (static_cast<float>(machine.age) + static_cast<float>(overtime)) / par);
}

BossBar::Joint joint_of(const World& world, const Enemy& enemy) {
    const auto parts = std::span(enemy.parts).first(enemy.part_count);
    const bool is_joint = std::any_of(parts.begin(), parts.end(), [](const Part& part) {
        return (part.flags & (kPartAlive | kJoint)) == (kPartAlive | kJoint);
    });
    if (!is_joint || world.flow.players != (1 << kSlotCount) - 1) return BossBar::Joint::none;
    return are_both_striking(enemy) ? BossBar::Joint::both : BossBar::Joint::possible;
}

}  // namespace

BossBar boss_bar_of(const World& world, const Level& level, const Enemy& enemy) {
    const KindDef& kind = level.kinds[enemy.kind];
    BossBar bar;
    std::int64_t left = 0, whole = 0;
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        const Part& part = enemy.parts[i];
        left += (part.flags & kPartAlive) != 0 ? part.armour : 0;
        whole += whole_armour(level.parts[kind.parts.first + i], enemy.heat);
    }
    if (whole == 0) return bar;
    bar.joint = joint_of(world, enemy);
    bar.full = static_cast<float>(left) / static_cast<float>(whole);
    const std::size_t number = phases_of(level, enemy);
    if (number == kind.machines.count) return bar;
    const MachineDef& phases = level.machines[kind.machines.first + number];
    const Machine& running = enemy.machines[number];
    bar.par = par_left(world, level.states[phases.states.first + running.state], running, enemy.overtime[number]);
    for (std::size_t s = running.state; s < phases.states.count; ++s) {
        const Range ways = level.states[phases.states.first + s].transitions;
        for (std::size_t i = 0; i < ways.count; ++i) {
            const TransitionDef& way = level.transitions[ways.first + i];
            if (way.when != When::armour_below) continue;
            const Part& part = enemy.parts[way.a];
            const PartDef& def = level.parts[kind.parts.first + way.a];
            const std::int64_t mark = std::int64_t{whole_armour(def, enemy.heat)} * way.x / 1000;
            if ((part.flags & kPartAlive) == 0 || part.armour <= mark || bar.mark_count == bar.marks.size()) continue;
            bar.marks[bar.mark_count++] = static_cast<float>(left - part.armour + mark) / static_cast<float>(whole);
        }
    }
    const auto marks = std::span(bar.marks).first(bar.mark_count);
    std::sort(marks.begin(), marks.end(), std::greater{});
    bar.mark_count = static_cast<std::size_t>(std::unique(marks.begin(), marks.end()) - marks.begin());
    return bar;
}

}  // namespace albireo::scene
