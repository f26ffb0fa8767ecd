#include "sim/level/bullet_rules.hpp"

#include <algorithm>
#include <cassert>
#include <span>

#include "sim/level/bullet_step.hpp"
#include "sim/level/checker.hpp"

namespace albireo {
namespace {

constexpr Bound kZero = {0, 0};
constexpr Bound kSwitch = {0, 1};

std::span<const BulletStepDef> steps_of(const Level& level, std::size_t bullet) {
    const Range steps = level.bullets[bullet].steps;
    return std::span(level.bullet_steps).subspan(steps.first, steps.count);
}

const BulletStepDef* split_of(const Level& level, std::size_t bullet) {
    const auto steps = steps_of(level, bullet);
    return !steps.empty() && steps.back().op == BulletOp::split ? &steps.back() : nullptr;
}

/// How many splits follow one another, and how many descendants a bullet of this program has in all.
struct Descent {
    std::int32_t splits = 0, bullets = 0;
};
Descent descent_of(const Level& level, std::size_t bullet) {
    Descent descent;
    std::int32_t generation = 1;
    for (const BulletStepDef* split = split_of(level, bullet); split != nullptr;) {
        generation *= split->times;
        descent.bullets += generation;
        if (++descent.splits > kSplitsDeepMax) break;  // before the sums grow too large
        split = split->into == kNone ? nullptr : split_of(level, split->into);
    }
    return descent;
}

/// An upper bound of the pace in a program that begins with `pace`, without that of its children.
Fixed fastest_step(const Level& level, std::size_t bullet, Fixed pace) {
    std::int64_t fastest = pace.raw;
    for (const BulletStepDef& step : steps_of(level, bullet)) {
        if (step.op == BulletOp::fly) fastest = std::max<std::int64_t>(fastest, step.speed.raw);
        // Acceleration may add to any pace before it; an orbit also releases the bullet with the pace before it.
        const std::int64_t by = std::int64_t{abs(step.by.x).raw} + abs(step.by.y).raw;
        if (step.op == BulletOp::fall) fastest += by * step.ticks;
        if (step.op == BulletOp::orbit) {
            const std::int64_t around = step.radius.raw * std::max<std::int64_t>(step.turn, -std::int64_t{step.turn}) / 10430;  // 65536 / 2 pi
            fastest = std::max(fastest, around + step.radius.raw / step.over + by);
        }
    }
    return Fixed{static_cast<std::int32_t>(std::min<std::int64_t>(fastest, kSpeedMax.raw))};
}

/// The same, with its children.
Fixed fastest_of(const Level& level, std::uint8_t bullet, Fixed pace) {
    Fixed fastest = pace;
    for (int generation = 0; generation <= kSplitsDeepMax && bullet != kNone; ++generation) {
        fastest = max(fastest, fastest_step(level, bullet, pace));
        const BulletStepDef* split = split_of(level, bullet);
        if (split == nullptr) break;
        pace = split->speed;
        fastest = max(fastest, pace);
        bullet = split->into;
    }
    return fastest;
}

}  // namespace

bool uses_dice(const Level& level, const BulletDef& bullet) {
    const auto steps = std::span(level.bullet_steps).subspan(bullet.steps.first, bullet.steps.count);
    if (std::any_of(steps.begin(), steps.end(), [](const BulletStepDef& step) { return step.random != 0; })) return true;
    const BulletStepDef& last = steps.back();
    return last.op == BulletOp::split && last.into != kNone && level.bullets[last.into].draws != 0;
}

namespace {

std::int64_t stored_in(const BulletStepDef& step, StepField field) {
    switch (field) {
        case StepField::nowhere:
        case StepField::by: break;  // no number; two
        case StepField::ticks: return step.ticks;
        case StepField::times: return step.times;
        case StepField::alternate: return step.alternate;
        case StepField::ring: return step.ring;
        case StepField::into: return step.into;
        case StepField::on: return step.on;
        case StepField::over: return step.over;
        case StepField::turn: return step.turn;
        case StepField::random: return step.random;
        case StepField::spread: return step.spread.raw;
        case StepField::speed: return step.speed.raw;
        case StepField::radius: return step.radius.raw;
    }
    return 0;
}

/// The bounds of an operand's value in a step of a program; 0 alone if the operand is of no use there.
Bound bound_of(const StepOperand& operand, const BulletStepDef& step, std::size_t bullet) {
    if (operand.use == StepOperandUse::without_ring && step.ring != 0) return kZero;
    switch (operand.kind) {
        case StepOperandKind::within: return {operand.low, step.ticks};
        case StepOperandKind::program: return {0, static_cast<std::int64_t>(bullet) - 1};
        default: return {operand.low, operand.high};
    }
}

/// Whether a field has the value that a script gets by leaving its operand out, although the bounds exclude it.
bool is_left_out(const StepOperand& operand, const BulletStepDef& step) {
    if (operand.is_required || stored_in(step, operand.field) != operand.fallback) return false;
    return operand.kind == StepOperandKind::program || (operand.kind == StepOperandKind::speed && step.over == 0);
}

/// Checks one step's fields by its row. Those that it does not use must be 0.
void check_fields(Checker& check, const BulletStepDef& step, std::size_t bullet) {
    if (!check.number("op", static_cast<std::int64_t>(step.op), {0, kBulletOpCount - 1})) return;
    const BulletStep& row = row_of(step.op);
    for (std::size_t i = 1; i < kStepFieldNames.size(); ++i) {
        const auto field = static_cast<StepField>(i);
        const StepOperand* const operand = operand_in(row, field);
        const Bound bound = operand != nullptr ? bound_of(*operand, step, bullet) : kZero;
        if (field == StepField::by) {
            check.number("by.x", step.by.x.raw, bound);
            check.number("by.y", step.by.y.raw, bound);
        } else if (operand == nullptr || !is_left_out(*operand, step)) {
            check.number(kStepFieldNames[i], stored_in(step, field), bound);
        }
    }
}

std::string in_units(Fixed value) {
    const std::string thousandths = std::to_string(1000 + (std::int64_t{value.raw} * 1000 + 32768) / 65536 % 1000);
    return std::to_string((value.raw + 33) / 65536) + "." + thousandths.substr(1);
}

/// Follows one flight through a program and checks its rests and its paces.
class Flight {
  public:
    Flight(Checker& check, const Level& level) : check_(check), level_(level) {}

    void run(const BulletStepDef& step) {
        switch (step.op) {
            case BulletOp::fly: fly(step); break;
            case BulletOp::curve: rest_for(step.ticks); break;
            case BulletOp::orbit:
            case BulletOp::fall:
                rest_ = 0;
                if (aimed_) check_.fail("", step.op == BulletOp::fall ? "falls after an aim" : "circles after an aim");
                if (step.op == BulletOp::orbit && bounces_) check_.fail("", "circles after a bounce, which would end the circle");
                if (step.op == BulletOp::fall) pace_ = kSpeedMax;  // any
                break;
            case BulletOp::aim:
                check_rest("aims");
                aimed_ = true;
                break;
            case BulletOp::split:
                check_rest("splits");
                check_pace(step.into == kNone ? step.speed : fastest_of(level_, step.into, step.speed), "its children fly");
                break;
            case BulletOp::bounce: bounces_ = true; break;
            case BulletOp::veer: break;
        }
    }

  private:
    void fly(const BulletStepDef& step) {
        if (step.speed == kKeepPace) return rest_for(step.ticks);
        check_pace(step.speed, "flies");
        pace_ = max(pace_, step.speed);  // until it has slowed down
        rest_for(step.over);
        pace_ = step.speed;
        rest_for(step.ticks - step.over);
    }
    void rest_for(std::int32_t ticks) {
        if (ticks > 0) rest_ = pace_ < kRestSpeed ? rest_ + ticks : 0;
    }
    void check_rest(std::string_view what) {
        if (rest_ >= kRestTicks) return;
        check_.fail("", std::string(what).append(" after a rest of ").append(std::to_string(rest_)).append(" ticks, must rest for ")
                            .append(std::to_string(kRestTicks)).append(", slower than ").append(in_units(kRestSpeed)));
    }
    void check_pace(Fixed pace, std::string_view what) {
        if (!aimed_ || pace <= kAimedSpeedMax) return;
        check_.fail("", std::string(what).append(" at ").append(in_units(pace)).append(" after an aim, must be at most ")
                            .append(in_units(kAimedSpeedMax)));
    }

    Checker& check_;
    const Level& level_;
    Fixed pace_ = kSpeedMax;  // at most; that of its gun is not known here
    std::int32_t rest_ = 0;   // ticks so far
    bool aimed_ = false, bounces_ = false;
};

std::size_t first_wait(const Level& level, std::size_t bullet) {
    const auto steps = steps_of(level, bullet);
    const auto found = std::find_if(steps.begin(), steps.end(), [](const BulletStepDef& step) {
        return step.op == BulletOp::fly && step.speed.raw == 0 && step.over == 0;
    });
    return static_cast<std::size_t>(found - steps.begin());
}

void check_curtain(Checker& check, const Level& level, const GunDef& gun) {
    const bool is_curtain = gun.pattern == Pattern::curtain;
    const Fixed hole_max = kFieldHalfHeight - gun.hole / 2;
    check.number("pitch", gun.pitch.raw, is_curtain ? units(100_mu, 4_u) : kZero);
    check.number("hole", gun.hole.raw, is_curtain ? units(kHoleMin, 12_u) : kZero);
    check.number("hole_is_drawn", gun.hole_is_drawn, is_curtain ? kSwitch : kZero);
    const bool is_placed = is_curtain && gun.hole_is_drawn == 0;
    check.number("at", gun.hole_at.raw, is_placed ? units(-hole_max, hole_max) : kZero);
    if (!is_curtain || !check.ok()) return;
    check.number("hold", gun.hold, kZero);
    check.number("period", gun.period, kZero);
    const Fixed fastest = fastest_shot(level, gun);
    // From the right border of the field on.
    if (fastest * kHoleTicks > kFieldHalfWidth - kHoleLine) {
        check.fail("speed", "the hole of a curtain must be in sight for " + std::to_string(kHoleTicks) + " ticks before x = " +
                                std::to_string(kHoleLine.floor()) + ", so at most " +
                                in_units((kFieldHalfWidth - kHoleLine) / kHoleTicks) + " units a tick; is " + in_units(fastest));
    }
    if (gun.bullet == kNone) return;
    for (const BulletStepDef& step : steps_of(level, gun.bullet)) {
        if (step.op != BulletOp::fly) check.fail("bullet", "a curtain's bullets may only fly and wait, or its hole would close");
    }
}

}  // namespace

std::string bullet_fault(const Level& level, std::size_t bullet) {
    assert(bullet < level.bullets.size() && "a program of the level");
    const BulletDef& def = level.bullets[bullet];
    const auto steps = steps_of(level, bullet);
    Checker check;
    check.at("");
    check.number("look", def.look, {0, 3});
    check.number("steps", def.steps.count, {1, kBulletStepsMax});
    std::int64_t ticks = 0;
    bool bounces = false;
    Flight flight(check, level);
    std::string place;  // outlives the check's use of it
    for (std::size_t i = 0; i < steps.size() && check.ok(); ++i) {
        place = "step " + std::to_string(i + 1);
        check.at(place);
        check_fields(check, steps[i], bullet);
        if (steps[i].op == BulletOp::split && i + 1 < steps.size()) check.fail("", "splits, so it must be the last step");
        if (check.ok()) flight.run(steps[i]);
        bounces = bounces || steps[i].op == BulletOp::bounce;
        ticks += steps[i].ticks;
    }
    if (!check.ok()) return check.error();
    const Descent descent = descent_of(level, bullet);
    check.at("bullet");
    const bool splits = split_of(level, bullet) != nullptr;
    check.number("ticks of all steps", ticks, {splits ? 1 : kBulletLifeTicks, kBulletLifeTicks});
    check.number("splits, one after another", descent.splits, {0, kSplitsDeepMax});
    check.number("descendants", descent.bullets, {0, kDescendantsMax});
    const std::int64_t draws = uses_dice(level, def) ? 1 : 0;
    check.number("draws", def.draws, {draws, draws});
    return check.error();
}

Fixed fastest_shot(const Level& level, const GunDef& gun) {
    const Fixed pace = max(gun.speed, gun.speed + gun.stack_speed * (gun.stack - 1));
    return fastest_of(level, gun.bullet, pace);
}

std::string gun_fault(const Level& level, const GunDef& gun) {
    Checker check;
    check.at("gun");
    if (gun.bullet != kNone) check.number("bullet", gun.bullet, {0, static_cast<std::int64_t>(level.bullets.size()) - 1});
    check.number("stack", gun.stack, {1, 8});
    check.number("count times stack", gun.count * gun.stack, {1, 64});
    check.number("stack_speed", gun.stack_speed.raw, gun.stack > 1 ? units(-kSpeedMax, kSpeedMax) : kZero);
    check.number("speed of the last shot of a stack", gun.speed.raw + std::int64_t{gun.stack_speed.raw} * (gun.stack - 1),
                 units(kShotSpeedMin, kSpeedMax));
    check.number("swing", gun.swing.raw, gun.period == 0 ? kZero : Bound{1, 32768});
    check.number("spare", gun.spare, kZero);
    check.number("spare_too", gun.spare_too, kZero);
    if (!check.ok()) return check.error();
    check_curtain(check, level, gun);
    if (gun.hold == 0 || !check.ok()) return check.error();
    if (gun.bullet == kNone) {
        check.fail("hold", "needs a bullet that waits");
        return check.error();
    }
    const auto steps = steps_of(level, gun.bullet);
    const std::size_t wait = first_wait(level, gun.bullet);
    if (wait == steps.size()) {
        check.fail("hold", "needs a bullet that waits");
    } else if (level.bullets[gun.bullet].draws != 0) {
        check.fail("hold", "needs a bullet without `random`");
    }
    // The last step becomes shorter by the time that the bullet has been held.
    const bool splits = split_of(level, gun.bullet) != nullptr;
    std::int64_t room = steps.back().ticks - 1;
    if (splits) {
        room = kBulletLifeTicks;
        for (const BulletStepDef& step : steps) room -= step.ticks;
    }
    check.number("hold of the last place", std::int64_t{gun.hold} * (gun.count - 1), {0, room});
    return check.error();
}

}  // namespace albireo
