#pragma once
/// Enemies: coming, moving with their parts, being hurt, dying, leaving.
#include "sim/game/context.hpp"

namespace albireo {

/// Brings the level's `spawn`-th enemy (from 0) of this lap. Its generator is drawn whether there is room or not.
void spawn_enemy(StepContext& step, std::uint16_t spawn, std::uint8_t lap);

/// Sends out a child from a parent's place + offset; nothing happens after its 255th.
void spawn_child(StepContext& step, Enemy& parent, std::uint8_t kind, Vec2 offset);

/// Turns a gun, beam, hatch or the hardening of a part on or off, and sets its timers when it goes on.
void switch_part(const Level& level, Enemy& enemy, std::size_t part, PartFlag flag, bool on);

/// One tick of all enemies, their guns, beams and hatches, and of the missiles.
void move_enemies(StepContext& step);

/// The enemy with this name, or null. The pointer holds until an enemy is added or removed.
Enemy* find_enemy(World& world, EnemyId id);
const Enemy* find_enemy(const World& world, EnemyId id);

/// The armour below which a part cannot fall in the states that its enemy's machines are in: the highest mark of
/// `armour_below` that one of them waits for, from the hit that reaches it until the late transition acts. So no phase of
/// a boss can be skipped, however hard the part is hit. 0 if nothing waits for its armour.
std::int32_t armour_floor(const Level& level, const Enemy& enemy, std::size_t part);

/// Whether a part can be hurt: alive, with armour, above its floor, not shielded, not hardened, not behind a shut hatch.
bool is_exposed(const Level& level, const Enemy& enemy, std::size_t part);

/// Who is credited with damage: one player, or both alike (the storm).
enum class Credit : std::uint8_t { one, both };

/// Damage to one part by a player, with all that follows: the part's death, the enemy's, score. What goes beyond the
/// part's floor is lost. The enemy may be gone after this. Returns what was dealt.
std::int32_t hurt_enemy(StepContext& step, Enemy& enemy, std::size_t part, std::int32_t damage, Slot slot,
                        Credit credit = Credit::one);

}  // namespace albireo
