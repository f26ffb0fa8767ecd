#pragma once
/// Enemies' shots in flight. Most fly straight on. A *bullet* runs a program of the level (sim/level/bullet_def.hpp).
///
/// 1. A bullet's flight depends only on its age, on the dice (random bits) drawn when it was fired, on the scenery, and
///    on where a ship was kAimLagTicks ago when it aims. So it is mispredicted only if it aims at the partner.
/// 2. Between two ticks a bullet is in a timed step with ticks left, and a straight shot has none left.
/// 3. A bullet is removed after kBulletLifeTicks. So its program may let it leave the field and turn back.
/// 4. The program of a child is the `into` of the split that ended its parent's program.
#include "sim/game/context.hpp"

namespace albireo {

/// One tick of all enemies' shots.
void move_enemy_shots(StepContext& step);

/// Begins the program of a shot that has just been fired or split off, if it has one. All fields but `step`, `left` and
/// `speed` must be set.
void start_bullet(StepContext& step, EnemyShot& shot);

/// Sets `speed` (units per tick) from heading and pace.
void head_on(EnemyShot& shot);

/// Ends a fall: the shot keeps the heading and pace that it has reached.
void end_fall(EnemyShot& shot);

inline constexpr int kDepthShift = 4;  // in EnemyShot::flags

/// How many splits lie between the shot that a gun fired and this bullet: 0 … kSplitsDeepMax.
constexpr int splits_before(const EnemyShot& shot) {
    return (shot.flags >> kDepthShift) & 3;
}

/// The program that a shot runs or has run; null for a straight shot. The shot must be sound.
const BulletDef* program_of(const Level& level, const EnemyShot& shot);

/// Whether the fields of a shot are consistent with each other and with its program.
bool is_sound_bullet(const Level& level, const EnemyShot& shot);

/// The shape of a shot: that of its program, or of its gun if it has no program.
std::uint8_t look_of(const Level& level, const EnemyShot& shot);

/// Ticks until a bullet changes its motion visibly: turns, stops, leaves, splits. 0 if no such change is ahead in its
/// current step.
std::uint16_t ticks_to_change(const Level& level, const EnemyShot& shot);

}  // namespace albireo
