#pragma once
/// The operations and conditions of behaviour scripts: words, operands and meanings. The only description of them.
///
/// 1. The script compiler reads actions and transitions by these tables (sim/script/behaviour).
/// 2. check_level() checks the bounds of every record by them (behaviour_check). An operand that a row lacks must be 0.
/// 3. The core reads operands by name (operands.hpp). A name or a type that differs from the row does not compile.
/// 4. `albireo-level --reference` prints them; sim/levels/README.md contains its output.
///
/// The code of all operations is one switch, in sim/game/behaviour.cpp.
#include <array>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>

#include "sim/base/limits.hpp"
#include "sim/base/types.hpp"
#include "sim/level/behaviour_def.hpp"

namespace albireo {

/// How an operand is written in a script, and what is stored for it.
enum class OperandKind : std::uint8_t {
    yes,            // always `true`; nothing is stored
    flip,           // true or false: 1 or 0
    ticks,          // a whole number
    count,          // a whole number of states
    part_count,     // 1 … the number of parts
    fraction,       // 0 … 1, in thousandths
    speed,          // units per tick
    point,          // {x, y}; the bounds are those of each coordinate
    departure,      // the same, but not {0, 0}
    path,           // the index of a path, mirrored if the operand `mirror` says so
    mirror,         // read together with the path
    part,
    part_or_all,    // kNone if it is absent: all of them
    child,          // a kind
    gun,            // one of the guns of the operand `part`
    height,         // units
    times,          // a number of units, such as 1.5
    flag,
    state,          // of the same machine
    machine_state,  // "machine.state", of the same enemy
    text,           // the index of a name
    along_path,     // the text "path"
    heading,        // degrees, in angle steps
    turn,           // degrees per tick, in angle steps
};

/// The fields of a record that hold an operand.
enum class Stored : std::uint8_t { nowhere, a, x, y, z, xy, ax };

struct Operand {
    std::string_view name{};  // the script's field; empty: the row has no more operands
    OperandKind kind = OperandKind::yes;
    Stored stored = Stored::nowhere;
    std::int32_t low = 0, high = 0;  // bounds of the stored value; an index is bounded by its list instead
    bool is_required = true;
    std::int32_t fallback = 0;       // the stored value if the script leaves it out

    /// The same operand, but a script may leave it out.
    constexpr Operand otherwise(std::int32_t value) const {
        Operand optional = *this;
        optional.is_required = false;
        optional.fallback = value;
        return optional;
    }
    constexpr bool is_in(Stored field) const {
        if (stored == Stored::xy) return field == Stored::x || field == Stored::y;
        if (stored == Stored::ax) return field == Stored::a || field == Stored::x;
        return stored == field;
    }
};

using OperandList = std::array<Operand, 3>;  // the first operand's name is the word of the row

struct Operation {
    Op op{};
    OperandList operands{};
    std::string_view meaning;
    bool is_for_tick = false;  // not allowed in `begin` and `finish`
    Facing facing{};           // of Op::face: its operand a
};

struct Condition {
    When when{};
    OperandList operands{};
    std::string_view meaning;
};

namespace operand {

constexpr Operand yes(std::string_view name) {
    return {name, OperandKind::yes, Stored::nowhere};
}
constexpr Operand flip(std::string_view name) {
    return {name, OperandKind::flip, Stored::x, 0, 1};
}
constexpr Operand ticks(std::string_view name, Stored stored, std::int32_t least = 0) {
    return {name, OperandKind::ticks, stored, least, 65535};
}
constexpr Operand speed(std::string_view name, Stored stored) {
    return {name, OperandKind::speed, stored, 0, kSpeedMax.raw};
}
constexpr Operand point(std::string_view name, Fixed reach, OperandKind kind = OperandKind::point) {
    return {name, kind, Stored::xy, -reach.raw, reach.raw};
}
/// An operand whose bounds follow from its kind.
constexpr Operand of(std::string_view name, OperandKind kind, Stored stored) {
    return {name, kind, stored};
}

inline constexpr Operand kMirror = of("mirror", OperandKind::mirror, Stored::nowhere).otherwise(0);
inline constexpr Operand kPart = of("part", OperandKind::part, Stored::a);
inline constexpr Operand kPartOrAll = of("part", OperandKind::part_or_all, Stored::a).otherwise(0xff);

}  // namespace operand

/// In the order of Op; the rows of Op::face in the order of Facing.
inline constexpr auto kOperations = [] {
    using namespace operand;
    using enum Stored;
    using K = OperandKind;
    return std::to_array<Operation>({
        {.op = Op::sleep,
         .operands = {ticks("sleep", x, 1), ticks("random", y).otherwise(0)},
         .meaning = "waits that many ticks, including the current one, and up to `random` more, before the next action",
         .is_for_tick = true},
        {.op = Op::guns, .operands = {flip("guns"), kPartOrAll}, .meaning = "switches guns on or off"},
        {.op = Op::beams, .operands = {flip("beams"), kPartOrAll}, .meaning = "switches beams on or off"},
        {.op = Op::hatches, .operands = {flip("hatches"), kPartOrAll}, .meaning = "switches hatches on or off"},
        {.op = Op::follow,
         .operands = {of("follow", K::path, x), kMirror, speed("speed", y).otherwise(0)},
         .meaning = "flies the path from its beginning, moved to where the enemy is; `speed` 0 keeps the current one"},
        {.op = Op::speed,
         .operands = {speed("speed", x), ticks("over", y).otherwise(0)},
         .meaning = "changes the speed along paths, evenly over that time"},
        {.op = Op::hover,
         .operands = {point("hover", kPlaceMax), ticks("over", z, 1).otherwise(60)},
         .meaning = "eases to that point of the field over that time, and stays there"},
        {.op = Op::drift, .operands = {point("drift", kSpeedMax)}, .meaning = "moves by that much each tick"},
        {.op = Op::anchor, .operands = {yes("anchor")}, .meaning = "moves with the scenery"},
        {.op = Op::leave,
         .operands = {point("leave", kSpeedMax, K::departure)},
         .meaning = "leaves permanently, by that much each tick"},
        {.op = Op::face,
         .operands = {Operand{"face", K::heading, x, 0, 65535}},
         .meaning = "keeps that heading; 0 is as drawn, to the left",
         .facing = Facing::fixed},
        {.op = Op::face,
         .operands = {of("face", K::along_path, nowhere)},
         .meaning = "turns into the direction of its path",
         .facing = Facing::path},
        {.op = Op::face,
         .operands = {Operand{"turn", K::turn, x, -32768, 32767}},
         .meaning = "turns continuously, counter-clockwise",
         .facing = Facing::turning},
        {.op = Op::part_to,
         .operands = {point("part_to", kOffsetMax), kPart, ticks("over", z).otherwise(60)},
         .meaning = "moves the part to that offset from its enemy, over that time"},
        {.op = Op::spawn,
         .operands = {of("spawn", K::child, a), point("offset", kOffsetMax).otherwise(0)},
         .meaning = "spawns a child of that kind, at that offset. A child may spawn children, but those may not spawn any"},
        {.op = Op::raise, .operands = {of("raise", K::flag, a)}, .meaning = "raises the flag, two seconds later"},
        {.op = Op::message, .operands = {of("message", K::text, x)}, .meaning = "shows the text on screen"},
        {.op = Op::warn, .operands = {yes("warn")}, .meaning = "warns the players of a boss"},
        {.op = Op::armour, .operands = {flip("armour"), kPart}, .meaning = "sets whether the part can be hurt"},
        {.op = Op::go,
         .operands = {of("go", K::state, a)},
         .meaning = "enters that state at once",
         .is_for_tick = true},
        {.op = Op::floats,
         .operands = {point("float", kPlaceMax), ticks("over", z, 1).otherwise(30)},
         .meaning = "rides the sea: y units above the surface, reached over that time; x units a tick to the right, in "
                    "addition to the scenery's motion"},
        {.op = Op::fall,
         .operands = {point("fall", kSpeedMax), speed("pull", z)},
         .meaning = "leaps with that velocity; gravity adds `pull` each tick"},
        {.op = Op::gun,
         .operands = {of("gun", K::gun, x), kPart},
         .meaning = "from now on the part fires that one of its `guns`"},
        {.op = Op::cancel, .operands = {yes("cancel")}, .meaning = "turns all shots of this enemy, which must be a boss, to dust"},
        {.op = Op::end, .operands = {yes("vanish")}, .meaning = "the enemy disappears at once and pays nothing"},
        {.op = Op::swell,
         .operands = {Operand{"swell", K::times, x, 0, kSwellMax.raw}, Operand{"tide", K::height, y, -kPlaceMax.raw, kPlaceMax.raw}.otherwise(0),
                      ticks("over", z).otherwise(60)},
         .meaning = "changes the sea, two seconds later: `swell` times the waves of the tiles, and `tide` units added to their "
                    "level"},
        {.op = Op::pick,
         .operands = {of("pick", K::state, a), Operand{"among", K::count, x, 1, kPickMax}},
         .meaning = "enters at random one of `among` consecutive states, of which this is the first; only after a `sleep`",
         .is_for_tick = true},
        {.op = Op::joint,
         .operands = {flip("joint"), kPart},
         .meaning = "sets whether hits of both players within half a second of each other do a quarter more damage to the part"},
    });
}();

/// In the order of When.
inline constexpr auto kConditions = [] {
    using namespace operand;
    using enum Stored;
    using K = OperandKind;
    return std::to_array<Condition>({
        {When::always, {yes("always")}, "at once"},
        {When::after, {ticks("after", x)}, "when the state is that old"},
        {When::path_done, {yes("path_done")}, "when the path has been flown to its end"},
        {When::arrived, {yes("arrived")}, "when a `hover` has reached its point"},
        {When::in_state,
         {of("in_state", K::machine_state, ax)},
         "while that machine of the same enemy is in that state"},
        {When::armour_below,
         {Operand{"armour_below", K::fraction, x, 0, 1000}, kPart},
         "when the part has less than that fraction of its armour; late. Until the machine has left the state, the "
         "part's armour stops just below that mark"},
        {When::part_dead, {of("part_dead", K::part, a)}, "when that part is dead; late"},
        {When::parts_dead, {of("parts_dead", K::part_count, x)}, "when at least that many parts are dead; late"},
        {When::flag, {of("flag", K::flag, a)}, "when the flag is raised"},
        {When::in_sea, {flip("in_sea")}, "while the enemy's position is under water, or with `false` in the air"},
    });
}();

constexpr std::string_view word_of(const auto& row) {
    return row.operands[0].name;
}

/// The row of an operation or a condition. The value must be one of its enum's.
constexpr const Operation& row_of(Op op, Facing facing = Facing::fixed) {
    for (const Operation& row : kOperations) {
        if (row.op == op && (op != Op::face || row.facing == facing)) return row;
    }
    assert(false && "every Op has a row");
    return kOperations[0];
}
constexpr const Condition& row_of(When when) {
    const auto& row = kConditions[static_cast<std::size_t>(when)];
    assert(row.when == when && "the rows are in the order of When");
    return row;
}

/// The words of the operations that only a `tick` may have, for a message: "sleep, go or pick".
inline std::string words_for_tick() {
    std::string words;
    std::string_view last;
    for (const Operation& row : kOperations) {
        if (!row.is_for_tick) continue;
        if (!last.empty()) words += (words.empty() ? "" : ", ") + std::string(last);
        last = word_of(row);
    }
    return words + " or " + std::string(last);
}

namespace detail {

constexpr bool are_sound(const OperandList& operands) {
    using enum Stored;
    for (const Stored field : {a, x, y, z}) {
        int users = 0;
        for (const Operand& each : operands) users += each.is_in(field) ? 1 : 0;
        if (users > 1) return false;
    }
    for (const Operand& each : operands) {
        const bool bounded = each.low < each.high;
        if (bounded && !each.is_required && (each.fallback < each.low || each.fallback > each.high)) return false;
        if (each.low > each.high) return false;
    }
    return !operands[0].name.empty() && operands[0].is_required;
}

constexpr bool are_operations_sound() {
    int op = -1;
    int facing = -1;
    for (const Operation& row : kOperations) {
        const bool is_same = static_cast<int>(row.op) == op;
        if (is_same ? row.op != Op::face : static_cast<int>(row.op) != ++op) return false;
        if (row.op == Op::face && static_cast<int>(row.facing) != ++facing) return false;
        if (!are_sound(row.operands)) return false;
    }
    return op == kOpCount - 1 && facing == kFacingCount - 1;
}

constexpr bool are_conditions_sound() {
    int when = -1;
    for (const Condition& row : kConditions) {
        if (static_cast<int>(row.when) != ++when || !are_sound(row.operands)) return false;
    }
    return when == kWhenCount - 1;
}

}  // namespace detail
static_assert(detail::are_operations_sound(), "one row for each Op, in their order, three for Op::face");
static_assert(detail::are_conditions_sound(), "one row for each When, in their order");

}  // namespace albireo
