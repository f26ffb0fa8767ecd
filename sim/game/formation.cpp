#include "sim/game/formation.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

OpenFormation* find_open(World& world, std::uint16_t formation, std::uint8_t lap) {
    const auto is_it = [&](const OpenFormation& open) {
        return open.formation == formation && open.lap == lap && !is_gone(open);
    };
    OpenFormation* found = std::find_if(world.formations.begin(), world.formations.end(), is_it);
    if (found != world.formations.end()) return found;
    return world.formations.add({.formation = formation, .lap = lap, .left = kFormationTicks});
}

}  // namespace

void count_in_formation(StepContext& step, const Enemy& enemy) {
    if (enemy.id.child != 0) return;
    assert(enemy.id.spawn >= 1 && enemy.id.spawn <= step.level.formation_of.size() && "an enemy is of the spawn list");
    const std::uint16_t formation = step.level.formation_of[enemy.id.spawn - std::size_t{1}];
    if (formation == kNone16) return;
    OpenFormation* open = find_open(step.world, formation, enemy.id.lap);
    if (open == nullptr) return;
    ++open->killed;
    for (const Slot slot : kSlots) {
        if (enemy.damage_by[index(slot)] > 0) open->players |= static_cast<std::uint8_t>(1u << index(slot));
    }
    const std::uint16_t all = step.level.formations[formation].spawns.count;
    assert(open->killed <= all && "a formation closes with its last enemy");
    if (open->killed < all) return;
    for (const Slot slot : kSlots) {
        if (((open->players >> index(slot)) & 1) != 0) pay_formation(step, slot, enemy);
    }
    open->left = 0;
}

void settle_formations(World& world) {
    for (OpenFormation& open : world.formations) {
        if (!is_gone(open)) --open.left;
    }
}

}  // namespace albireo
