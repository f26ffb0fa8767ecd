#pragma once
/// The steps of bullet programs: words, operands, bounds and meanings. The only description of them.
///
/// 1. The script compiler reads steps by this table (sim/script/bullet).
/// 2. check_level() bounds each field of a step by it (bullet_rules). A field that no operand of the step uses must be 0.
/// 3. `albireo-level --reference` prints it; sim/levels/README.md contains its output.
///
/// The code of the steps is in sim/game/bullet.cpp.
#include <array>
#include <cassert>
#include <cstddef>
#include <string_view>

#include "sim/level/bullet_def.hpp"

namespace albireo {

/// The fields of a BulletStepDef that hold an operand, in the order in which they are checked. `by` are two numbers.
enum class StepField : std::uint8_t {
    nowhere, ticks, times, alternate, ring, into, on, over, turn, random, spread, speed, radius, by
};
inline constexpr std::array<std::string_view, 14> kStepFieldNames = {
    "", "ticks", "times", "alternate", "ring", "into", "on", "over", "turn", "random", "spread", "speed", "radius", "by"};

/// How an operand is written in a script.
enum class StepOperandKind : std::uint8_t {
    yes,      // always `true`; nothing is stored
    ticks,    // a whole number of ticks, or `true`: the rest of the bullet's life
    within,   // a whole number of ticks, at most those of the step
    count,
    flip,     // true or false: 1 or 0
    surface,  // "rock", "edge" or "both"
    program,  // the name of a program that is declared before; 0xff: none
    angle,    // degrees, in angle steps
    turn,     // degrees per tick, in angle steps
    width,    // degrees to either side, in angle steps
    arc,      // degrees of a whole turn, in angle steps
    speed,    // units per tick; the difficulty scales it
    length,   // units
    point,    // {x, y}; the bounds are those of each coordinate
};

/// An operand that a script may write only in some steps.
enum class StepOperandUse : std::uint8_t { always, with_speed, without_ring };

struct StepOperand {
    std::string_view name{};  // the script's field; empty: the row has no more operands
    StepOperandKind kind = StepOperandKind::yes;
    StepField field = StepField::nowhere;
    std::int32_t low = 0, high = 0;  // bounds of the stored value; those of `within` end at the step's ticks
    bool is_required = true;
    std::int32_t fallback = 0;       // the stored value if the script leaves it out
    std::string_view fallback_text{};  // its text on the page; empty: the number
    StepOperandUse use = StepOperandUse::always;

    /// The same operand, but a script may leave it out.
    constexpr StepOperand otherwise(std::int32_t value, std::string_view text = {}) const {
        StepOperand optional = *this;
        optional.is_required = false;
        optional.fallback = value;
        optional.fallback_text = text;
        return optional;
    }
    constexpr StepOperand only(StepOperandUse when) const {
        StepOperand limited = *this;
        limited.use = when;
        return limited;
    }
};

using StepOperandList = std::array<StepOperand, 5>;  // the first operand's name is the word of the row

struct BulletStep {
    BulletOp op{};
    StepOperandList operands{};
    std::string_view meaning;

    constexpr std::string_view word() const { return operands[0].name; }
};

/// In the order of BulletOp; `wait` is a second word for `fly`.
inline constexpr auto kBulletSteps = [] {
    using K = StepOperandKind;
    using F = StepField;
    using U = StepOperandUse;
    const auto ticks = [](std::string_view word) { return StepOperand{word, K::ticks, F::ticks, 1, kBulletLifeTicks}; };
    const StepOperand turn = {"turn", K::turn, F::turn, -8192, 8191};
    const StepOperand over = {"over", K::within, F::over};
    const auto point = [](std::string_view name, Fixed most) {
        return StepOperand{name, K::point, F::by, -most.raw, most.raw};
    };
    const auto speed = [](Fixed least) { return StepOperand{"speed", K::speed, F::speed, least.raw, kSpeedMax.raw}; };
    return std::to_array<BulletStep>({
        {.op = BulletOp::fly,
         .operands = {ticks("fly"), speed({}).otherwise(kKeepPace.raw, "the same"), over.otherwise(0).only(U::with_speed)},
         .meaning = "flies for that many ticks. Its speed changes evenly to `speed` over the first `over` ticks"},
        {.op = BulletOp::fly, .operands = {ticks("wait")}, .meaning = "rests: `{ fly = …, speed = 0 }`"},
        {.op = BulletOp::curve,
         .operands = {ticks("curve"), turn, StepOperand{"alternate", K::flip, F::alternate, 0, 1}.otherwise(0)},
         .meaning = "turns continuously, counter-clockwise. With `alternate`, every other shot of a gun turns the other way"},
        {.op = BulletOp::orbit,
         .operands = {ticks("orbit"), StepOperand{"radius", K::length, F::radius, 1, kRadiusMax.raw}, turn,
                      StepOperand{"over", K::within, F::over, 1}.otherwise(30), point("drift", 1_u).otherwise(0)},
         .meaning = "flies out to `radius` over `over` ticks while it circles the place where the step began. `drift` moves the centre "
                    "by that much each tick. The next step releases it outward"},
        {.op = BulletOp::fall,
         .operands = {ticks("fall"), point("pull", kPullMax)},
         .meaning = "is accelerated by `pull` each tick"},
        {.op = BulletOp::aim,
         .operands = {StepOperand{"aim"}, StepOperand{"off", K::angle, F::turn, -32768, 32767}.otherwise(0)},
         .meaning = "turns at once to where a ship was half a second ago, `off` degrees beside it. The shots of a gun alternate "
                    "between the two ships"},
        {.op = BulletOp::split,
         .operands = {StepOperand{"split", K::count, F::times, 2, kSplitMax}, StepOperand{"ring", K::flip, F::ring, 0, 1}.otherwise(0),
                      StepOperand{"spread", K::arc, F::spread, 0, 65535}.only(U::without_ring), speed(kShotSpeedMin),
                      StepOperand{"into", K::program, F::into}.otherwise(0xff, "straight")},
         .meaning = "ends the bullet. Its children leave at `speed`: in a full circle with `ring`, otherwise over `spread` degrees "
                    "around its direction. `into` is their program"},
        {.op = BulletOp::bounce,
         .operands = {StepOperand{"bounce", K::count, F::times, 1, kBouncesMax},
                      StepOperand{"on", K::surface, F::on, kOnRock, kOnRock | kOnEdge}.otherwise(kOnRock | kOnEdge, "`\"both\"`")},
         .meaning = "from now on bounces up to that many times, off rock, the edge of the field, or both"},
        {.op = BulletOp::veer,
         .operands = {StepOperand{"veer", K::angle, F::turn, -32768, 32767}, StepOperand{"random", K::width, F::random, 0, 32768}.otherwise(0)},
         .meaning = "turns at once by that angle, plus or minus up to `random` degrees"},
    });
}();

/// The row of a step, that of `fly` for both its words. The value must be one of BulletOp.
constexpr const BulletStep& row_of(BulletOp op) {
    for (const BulletStep& row : kBulletSteps) {
        if (row.op == op) return row;
    }
    assert(false && "every BulletOp has a row");
    return kBulletSteps[0];
}

/// The operand of a row that is stored in `field`, or null.
constexpr const StepOperand* operand_in(const BulletStep& row, StepField field) {
    for (const StepOperand& operand : row.operands) {
        if (!operand.name.empty() && operand.field == field) return &operand;
    }
    return nullptr;
}

namespace detail {

constexpr bool are_steps_sound() {
    int op = 0;
    for (const BulletStep& row : kBulletSteps) {
        const int next = static_cast<int>(row.op);
        if (next != op && next != ++op) return false;
        if (row.word().empty() || !row.operands[0].is_required || row.meaning.empty()) return false;
        if ((row.operands[0].field == StepField::ticks) != is_timed(row.op)) return false;
        for (std::size_t i = 0; i < row.operands.size(); ++i) {
            const StepField field = row.operands[i].field;
            for (std::size_t j = 0; j < i && field != StepField::nowhere; ++j) {
                if (row.operands[j].field == field) return false;
            }
        }
    }
    return op == kBulletOpCount - 1;
}
static_assert(are_steps_sound(), "rows in the order of BulletOp; timed steps begin with their ticks; one operand in a field");

}  // namespace detail
}  // namespace albireo
