#pragma once
/// The behaviour of enemies in a level: state machines, their actions, and the conditions of their transitions. Part of
/// level.hpp, which has the rules of all records.
#include <cstdint>

#include "sim/base/field_list.hpp"
#include "sim/base/types.hpp"

namespace albireo {

/// `count` items from index `first` on, in one of the level's lists.
struct Range {
    std::uint16_t first = 0;
    std::uint16_t count = 0;

    ALBIREO_FIELDS(first, count);
};

/// Operations. operation.hpp has their operands and meanings; the numbers are those of the level format.
enum class Op : std::uint8_t {
    sleep = 0,
    guns = 1,
    beams = 2,
    hatches = 3,
    follow = 4,
    speed = 5,
    hover = 6,
    drift = 7,
    anchor = 8,
    leave = 9,
    face = 10,
    part_to = 11,
    spawn = 12,
    raise = 13,
    message = 14,
    warn = 15,
    armour = 16,
    go = 17,
    floats = 18,
    fall = 19,
    gun = 20,
    cancel = 21,
    end = 22,
    swell = 23,
    pick = 24,
    joint = 25,
};
inline constexpr int kOpCount = 26;

/// An operation and its operands. Fields that the operation does not use are 0.
struct ActionDef {
    Op op = Op::sleep;
    std::uint8_t a = 0;
    std::uint16_t spare = 0;
    std::int32_t x = 0, y = 0, z = 0;

    ALBIREO_FIELDS(op, a, spare, x, y, z);
};

/// Conditions of transitions. operation.hpp has their operands and meanings, too.
enum class When : std::uint8_t {
    always = 0,
    after = 1,
    path_done = 2,
    arrived = 3,
    in_state = 4,
    armour_below = 5,
    part_dead = 6,
    parts_dead = 7,
    flag = 8,
    in_sea = 9,
};
inline constexpr int kWhenCount = 10;

/// Whether the condition depends on the players' actions, so that its transition must be late. A flag does not count:
/// raising it was late already.
constexpr bool is_shared(When when) {
    return when == When::armour_below || when == When::part_dead || when == When::parts_dead;
}

struct TransitionDef {
    When when = When::always;
    std::uint8_t a = 0;
    std::uint8_t to = 0;  // state, within the machine
    std::uint8_t spare = 0;
    std::int32_t x = 0;

    ALBIREO_FIELDS(when, a, to, spare, x);
};

struct StateDef {
    std::uint16_t name = 0;
    std::uint16_t par = 0;         // ticks, of a boss's phase: players who end it sooner get a bonus; 0: none
    std::uint16_t practice = 0;    // the number of this phase, from which practice can begin; 0: it cannot
    Range begin{}, tick{}, end{};  // of actions; after its last action `tick` starts again from its first
    Range transitions{};

    ALBIREO_FIELDS(name, par, practice, begin, tick, end, transitions);
};

struct MachineDef {
    std::uint16_t name = 0;
    Range states{};  // the machine starts in the first

    ALBIREO_FIELDS(name, states);
};

enum class KindSize : std::uint8_t { small = 0, medium = 1, large = 2, boss = 3 };

struct KindDef {
    std::uint16_t name = 0;
    KindSize size = KindSize::small;
    Facing face = Facing::fixed;  // until its script says otherwise; not `turning`, which needs a rate
    Range parts{};                // 1 … kPartsMax
    Range machines{};             // 0 … kMachinesPerEnemyMax
    Fixed speed{};                // along a path, unless the spawn has its own
    Fixed radius{};               // bound of the whole enemy around its position
    std::uint32_t worth = 0;      // points
    std::int32_t charge = 0;      // added to the blue bar, which is full at kChargeFull
    std::uint16_t par = 0;        // ticks from the spawn over which the worth falls from double to normal; 0: none
    std::uint8_t raises = 0xff;   // the flag that its death raises, late; 0xff: none
    std::uint8_t spare = 0;       // always 0

    ALBIREO_FIELDS(name, size, face, parts, machines, speed, radius, worth, charge, par, raises, spare);
};

}  // namespace albireo
