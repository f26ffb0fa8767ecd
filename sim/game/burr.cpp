#include "sim/game/burr.hpp"

#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// The part that a burst on this part strikes.
std::size_t struck_by_burst(const Level& level, const Enemy& enemy, std::size_t part) {
    if (part_def(level, enemy, part).armour != 0) return part;
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        if (part_def(level, enemy, i).vital != 0) return i;
    }
    return part;
}

}  // namespace

void stick_burr(StepContext& step, Enemy& enemy, std::size_t index, Slot slot) {
    assert(index < enemy.part_count && !is_gone(enemy) && "a burr sticks to a part that is there");
    Part& part = enemy.parts[index];
    const int stuck = part.burrs[0] + part.burrs[1];
    if (stuck == kBurrsMax) return;
    if (stuck == 0) part.fuse = kFuseTicks;
    ++part.burrs[albireo::index(slot)];
    step.emit(EventKind::burr_stuck, cause_of(enemy.id, static_cast<std::uint32_t>(index << 8) | static_cast<std::uint32_t>(stuck)),
              part.at, stuck + 1, slot);
}

void burn_fuse(StepContext& step, Enemy& enemy, std::size_t index) {
    Part& part = enemy.parts[index];
    assert(part.fuse > 0 && part.burrs[0] + part.burrs[1] <= kBurrsMax && "a fuse burns for the burrs of a part");
    if (--part.fuse > 0) return;
    const std::int32_t n = part.burrs[0] + part.burrs[1];
    const Damage damage{.amount = kBurrDamage * n * n,
                    .slot = part.burrs[0] >= part.burrs[1] ? Slot::gold : Slot::blue,
                    .shares = {part.burrs[0], part.burrs[1]}};
    part.burrs = {};
    const Vec2 at = part.at;
    const std::int32_t dealt = hurt_enemy(step, enemy, struck_by_burst(step.level, enemy, index), damage);
    step.emit(EventKind::burst, cause_of_part(enemy.id, index), at, dealt, damage.slot);
}

}  // namespace albireo
