#pragma once
/// The behaviour of enemies in a level: machines of states, their actions, and the conditions that leave a state. Part
/// of level.hpp, which has the rules of all records.
#include <cstdint>

#include "sim/base/field_list.hpp"

namespace albireo {

/// `count` items from index `first` on, in one of the level's lists.
struct Range {
    std::uint16_t first = 0;
    std::uint16_t count = 0;

    ALBIREO_FIELDS(first, count);
};

enum class Op : std::uint8_t {
    sleep = 0,  // for x ticks; then the program resumes after it
    guns = 1,   // part a (kNone: all) on if x ≠ 0
    beams = 2,
    hatches = 3,
    follow = 4,    // path x from its beginning, at speed y (0: as before), moved so that it begins where the enemy is
    speed = 5,     // to x units a tick, over y ticks
    hover = 6,     // ease to the point (x, y) over z ticks, and stay there
    drift = 7,     // velocity (x, y) units a tick
    anchor = 8,    // move with the scenery
    leave = 9,     // drift away by (x, y) a tick, for good
    face = 10,     // a = 0: along the path; 1: fixed, heading x; 2: turn by x a tick
    part_to = 11,  // part a: moves its offset to (x, y) over z ticks
    spawn = 12,    // a child of kind a, at the enemy's position + (x, y)
    raise = 13,    // flag a, which takes effect kLateTicks later
    message = 14,  // name index x
    warn = 15,     // warns the players of a boss
    armour = 16,   // part a can be hurt if x ≠ 0
    go = 17,       // to state a, at once
};
inline constexpr int kOpCount = 18;

struct ActionDef {
    Op op = Op::sleep;
    std::uint8_t a = 0;
    std::uint16_t spare = 0;
    std::int32_t x = 0, y = 0, z = 0;  // whole numbers or Q16.16, depending on the op

    ALBIREO_FIELDS(op, a, spare, x, y, z);
};

enum class When : std::uint8_t {
    always = 0,
    after = 1,  // the state is x ticks old
    path_done = 2,
    arrived = 3,       // a hover has reached its end point
    in_state = 4,      // machine a is in state x
    armour_below = 5,  // part a has less than x thousandths of its armour; late
    part_dead = 6,     // part a; late
    parts_dead = 7,    // at least x of the parts that can be hurt; late
    flag = 8,          // flag a is raised (not late: raising a flag already is)
};
inline constexpr int kWhenCount = 9;

/// Whether the condition depends on what the players did, and so must be late.
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

struct StateDefinition {
    std::uint16_t name = 0;
    Range begin{}, tick{}, end{};  // of actions; `tick` starts again from its first action after its last
    Range transitions{};

    ALBIREO_FIELDS(name, begin, tick, end, transitions);
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
    std::uint8_t faces_path = 0;  // heading follows the direction of flight
    Range parts{};                // 1 … kPartsMax
    Range machines{};             // 0 … kMachinesPerEnemyMax
    Fixed speed{};                // along a path, unless the spawn has its own
    Fixed radius{};               // bound of the whole enemy around its position
    std::uint32_t worth = 0;      // points
    std::int32_t charge = 0;      // added to the blue bar, which is full at kChargeFull

    ALBIREO_FIELDS(name, size, faces_path, parts, machines, speed, radius, worth, charge);
};

}  // namespace albireo
