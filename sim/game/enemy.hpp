#pragma once
/// Enemies: spawning, motion of their parts, damage, death, leaving.
#include "sim/game/context.hpp"

namespace albireo {

/// Spawns the level's `spawn`-th enemy (from 0) in this lap. Draws its generator even if the pool is full.
void spawn_enemy(StepContext& step, std::uint16_t spawn, std::uint8_t lap);

/// Spawns a child at its parent's position + offset. A parent has at most 255; later calls do nothing.
void spawn_child(StepContext& step, Enemy& parent, std::uint8_t kind, Vec2 offset);

/// Switches a part's gun, beam, hatch or hardening on or off. Sets the timers when it is switched on.
void switch_part(const Level& level, Enemy& enemy, std::size_t part, PartFlag flag, bool on);

/// One tick of all enemies, their guns, beams and hatches, and of the missiles.
void move_enemies(StepContext& step);

/// The enemy with this name, or null. The pointer is valid until an enemy is added or removed.
Enemy* find_enemy(World& world, EnemyId id);
const Enemy* find_enemy(const World& world, EnemyId id);

const PartDef& part_def(const Level& level, const Enemy& enemy, std::size_t part);

/// The armour floor of a part: its armour cannot fall below this in the present states of its enemy's machines. It is
/// the highest armour mark (threshold of `armour_below`) that one of the machines waits for, and holds from the hit
/// that reaches it until the late transition acts. So no hit, however large, skips a phase of a boss. 0 if no machine
/// waits for this part's armour.
std::int32_t armour_floor(const Level& level, const Enemy& enemy, std::size_t part);

/// Whether a part can be hurt: alive, with armour, above its floor, not shielded, not hardened, not behind a shut
/// hatch.
bool is_exposed(const Level& level, const Enemy& enemy, std::size_t part);

/// Who is credited with damage: one player, or both equally (the combined storm).
enum class Credit : std::uint8_t { one, both };

/// A player damages one part, with all consequences: death of the part, death of the enemy, score. Damage beyond the
/// part's armour floor is lost. The enemy may have been removed on return. Returns the damage dealt.
std::int32_t hurt_enemy(StepContext& step, Enemy& enemy, std::size_t part, std::int32_t damage, Slot slot,
                        Credit credit = Credit::one);

}  // namespace albireo
