#pragma once
/// Bullet programs of a level: the flight of enemies' shots. Part of level.hpp, which has the rules of all
/// records.
#include <cstdint>

#include "sim/base/angle.hpp"
#include "sim/base/field_list.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/vec2.hpp"
#include "sim/level/behaviour_def.hpp"

namespace albireo {

/// Steps of a bullet program; the numbers are those of the level format. fly, curve, orbit and fall last `ticks`. The
/// others take no time. bullet_step.hpp has their operands and meanings.
enum class BulletOp : std::uint8_t { fly = 0, curve = 1, orbit = 2, fall = 3, aim = 4, split = 5, bounce = 6, veer = 7 };
inline constexpr int kBulletOpCount = 8;

/// Whether a step lasts for some ticks.
constexpr bool is_timed(BulletOp op) { return op <= BulletOp::fall; }

/// The surfaces that a bullet bounces off: bits of BulletStepDef::on.
inline constexpr std::uint8_t kOnRock = 1;
inline constexpr std::uint8_t kOnEdge = 2;  // of the field

/// Fields that a step does not use are 0. bullet_step.hpp has their bounds.
struct BulletStepDef {
    BulletOp op = BulletOp::fly;
    std::uint8_t times = 0;      // split: children; bounce: bounces
    std::uint8_t alternate = 0;  // curve: 1: bullets with odd numbers turn the other way
    std::uint8_t ring = 0;       // split: 1: children leave evenly over the whole turn, not over `spread`
    std::uint8_t into = 0;       // split: the program of the children, which comes before this one, or kNone: straight
    std::uint8_t on = 0;         // bounce: kOnRock, kOnEdge
    std::uint16_t ticks = 0;     // of timed steps
    std::uint16_t over = 0;      // fly: ticks until `speed` is reached; orbit: until `radius` is
    std::int16_t turn = 0;       // angle steps; curve, orbit: each tick; aim, veer: once
    std::uint16_t random = 0;    // veer: angle steps either way, from the bullet's dice
    Angle spread{};              // split: between the outermost children
    Fixed speed{};               // fly: units per tick, kKeepPace for no change; split: of the children
    Fixed radius{};              // orbit
    Vec2 by{};                   // fall: added to the speed each tick; orbit: motion of the centre per tick

    ALBIREO_FIELDS(op, times, alternate, ring, into, on, ticks, over, turn, random, spread, speed, radius, by);
};
inline constexpr Fixed kKeepPace = Fixed{-1};

/// A program. The ticks of its steps add up to kBulletLifeTicks, or to less if the last step is a split.
struct BulletDef {
    std::uint16_t name = 0;
    std::uint8_t look = 0;   // shape, as in GunDef
    std::uint8_t draws = 0;  // 1: it or a program of its descendants uses `random`, so that its shots have dice
    Range steps{};

    ALBIREO_FIELDS(name, look, draws, steps);
};

}  // namespace albireo
