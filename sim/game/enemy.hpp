#pragma once
/// Enemies: spawning, motion of their parts, damage, death, leaving.
#include "sim/game/context.hpp"

namespace albireo {

/// Spawns the enemy of Level::spawns[spawn] in this lap. Draws the numbers for its generator even if the pool is full.
void spawn_enemy(StepContext& step, std::uint16_t spawn, std::uint8_t lap);

/// Spawns a child at its parent's position + offset. A parent can have 255 children. If children of its kind spawn
/// children of their own, it can have kBranchedChildrenMax, and so can they. Further calls do nothing.
void spawn_child(StepContext& step, Enemy& parent, std::uint8_t kind, Vec2 offset);

/// Ends an enemy by its own script. It pays nothing.
void end_enemy(StepContext& step, Enemy& enemy);

/// Switches a part's gun, beam, hatch or hardening on or off. Sets the timers when it is switched on.
void switch_part(const Level& level, Enemy& enemy, std::size_t part, PartFlag flag, bool on);

/// One tick of all enemies, their guns, beams and hatches, and of the missiles.
void move_enemies(StepContext& step);

/// Whether the enemy has died or left in this tick (game/sweep).
inline bool is_gone(const Enemy& enemy) { return (enemy.flags & kIsGone) != 0; }

/// The enemy with this id, unless it is gone, or null. The pointer is valid until sweep().
Enemy* find_enemy(World& world, EnemyId id);
const Enemy* find_enemy(const World& world, EnemyId id);

/// The definition of a part; `part` is below Enemy::part_count.
const PartDef& part_def(const Level& level, const Enemy& enemy, std::size_t part);

/// The highest armour mark of a part (threshold of `armour_below`) that one of the enemy's machines waits for, in tenths of a needle hit. 0 if no
/// machine waits for this part's armour.
std::int32_t armour_mark(const Level& level, const Enemy& enemy, std::size_t part);

/// The armour floor of a part, in tenths of a needle hit: its armour cannot fall below it while the enemy's machines
/// are in their current states. It is the part's mark, which holds until the late transition acts, so no hit, however large, skips a phase of a
/// boss. In the first kLateTicks of a phase it is at least 1 for a vital part, so that the last phase lasts as long as others at least.
std::int32_t armour_floor(const Level& level, const Enemy& enemy, std::size_t part);

/// Whether a part can be hurt: alive, with armour, above its floor, not shielded, not hardened, not behind a shut
/// hatch (unless `opens_lids`).
bool is_exposed(const Level& level, const Enemy& enemy, std::size_t part, bool opens_lids = false);

/// Whether both players have hit a joint part of the enemy within kJointTicks, so that their hits do more damage.
bool are_both_striking(const Enemy& enemy);

/// Damage to a part of an enemy.
struct Damage {
    std::int32_t amount = 0;  // tenths of a needle hit; what is below the part's armour floor is lost
    Slot slot = Slot::gold;   // the slot of its events
    std::array<std::int32_t, kSlotCount> shares{};  // of the credit, in this proportion; {0, 0}: all to `slot`
    bool opens_lids = false;  // a shut hatch does not shield its part
};

/// Deals damage to a part, with all its consequences: death of the part, death of the enemy, score. Returns the damage
/// dealt. The enemy may be gone on return.
std::int32_t hurt_enemy(StepContext& step, Enemy& enemy, std::size_t part, const Damage& damage);

}  // namespace albireo
