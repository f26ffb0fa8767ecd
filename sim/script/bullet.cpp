#include "sim/script/bullet.hpp"

#include <algorithm>
#include <string_view>

#include "sim/level/bullet_step.hpp"
#include "sim/script/numbers.hpp"

namespace albireo::script {
namespace {

std::string list_of_words() {
    std::string text;
    for (const BulletStep& row : kBulletSteps) text.append(text.empty() ? "" : ", ").append(row.word());
    return text;
}

/// Reads one step of a program by its row of kBulletSteps.
class StepReader {
  public:
    StepReader(Emitter& out, const Value& value, const std::string& where, std::int32_t speed_factor)
        : out_(out), fields_(value, where), speed_factor_(speed_factor) {}

    /// `left`: ticks of the bullet's life before this step. `has_aimed`: whether an aim comes before.
    BulletStepDef read(std::int64_t left, bool has_aimed) {
        left_ = left;
        has_aimed_ = has_aimed;
        const BulletStep& row = find_row();
        BulletStepDef step{.op = row.op};
        for (const StepOperand& operand : row.operands) {
            if (operand.name.empty() || !is_used(operand, step)) continue;
            if (operand.is_required || fields_.has(operand.name)) {
                read(operand, step);
            } else {
                leave_out(operand, step);
            }
        }
        fields_.done();
        return step;
    }

  private:
    const BulletStep& find_row() {
        const BulletStep* found = nullptr;
        for (const BulletStep& row : kBulletSteps) {
            if (!fields_.has(row.word())) continue;
            if (found != nullptr) {
                throw Mistake(fields_.where() + ": has both '" + std::string(found->word()) + "' and '" + std::string(row.word()) + "'");
            }
            found = &row;
        }
        if (found == nullptr) throw Mistake(fields_.where() + ": must have one of " + list_of_words());
        return *found;
    }

    bool is_used(const StepOperand& operand, const BulletStepDef& step) {
        switch (operand.use) {
            case StepOperandUse::always: return true;
            case StepOperandUse::with_speed: return fields_.has("speed");
            case StepOperandUse::without_ring: return step.ring == 0;
        }
        return true;
    }

    static void store(BulletStepDef& step, StepField field, std::int64_t value) {
        switch (field) {
            case StepField::nowhere: break;
            case StepField::ticks: step.ticks = narrow<std::uint16_t>(value); break;
            case StepField::times: step.times = narrow<std::uint8_t>(value); break;
            case StepField::alternate: step.alternate = narrow<std::uint8_t>(value); break;
            case StepField::ring: step.ring = narrow<std::uint8_t>(value); break;
            case StepField::into: step.into = narrow<std::uint8_t>(value); break;
            case StepField::on: step.on = narrow<std::uint8_t>(value); break;
            case StepField::over: step.over = narrow<std::uint16_t>(value); break;
            case StepField::turn: step.turn = narrow<std::int16_t>(value); break;
            case StepField::random: step.random = narrow<std::uint16_t>(value); break;
            case StepField::spread: step.spread = Angle::from_raw(value); break;
            case StepField::speed: step.speed = Fixed{narrow<std::int32_t>(value)}; break;
            case StepField::radius: step.radius = Fixed{narrow<std::int32_t>(value)}; break;
            case StepField::by: step.by = {Fixed{narrow<std::int32_t>(value)}, Fixed{narrow<std::int32_t>(value)}}; break;
        }
    }

    void leave_out(const StepOperand& operand, BulletStepDef& step) {
        const bool is_bound = operand.kind == StepOperandKind::within;
        store(step, operand.field, is_bound ? std::min<std::int64_t>(operand.fallback, step.ticks) : operand.fallback);
    }

    void read(const StepOperand& operand, BulletStepDef& step) {
        const std::string_view name = operand.name;
        const auto where = [&] { return fields_.where(name); };
        const auto put = [&](std::int64_t value) { store(step, operand.field, value); };
        switch (operand.kind) {
            case StepOperandKind::yes:
                if (!fields_.truth(name, true)) throw Mistake(where() + ": must be true");
                break;
            case StepOperandKind::ticks: put(ticks(name)); break;
            case StepOperandKind::within: put(fields_.whole(name, {operand.low, step.ticks})); break;
            case StepOperandKind::count: put(fields_.whole(name, {operand.low, operand.high})); break;
            case StepOperandKind::flip: put(fields_.truth(name, false) ? 1 : 0); break;
            case StepOperandKind::surface:
                static_assert(kOnRock == 1 && kOnEdge == 2);
                put(kOnRock + static_cast<std::int64_t>(fields_.choice(name, {"rock", "edge", "both"}, 2)));
                break;
            case StepOperandKind::program: put(out_.bullet(fields_.text(name), where())); break;
            case StepOperandKind::angle: put(static_cast<std::int16_t>(fields_.angle(name, {}).raw)); break;
            case StepOperandKind::turn: put(to_angle_steps(fields_.need(name), where(), operand.high + 1)); break;
            case StepOperandKind::width: put(to_units(fields_.need(name), where(), {Fixed{}, 180_u}).raw / 360); break;
            case StepOperandKind::arc: put(to_angle(fields_.need(name), where()).raw); break;
            case StepOperandKind::speed: put(speed(name, Fixed{operand.low}).raw); break;
            case StepOperandKind::length: put(fields_.units(name, {Fixed{operand.low}, Fixed{operand.high}}).raw); break;
            case StepOperandKind::point: step.by = fields_.point(name, Fixed{operand.high}); break;
        }
    }

    std::int64_t ticks(std::string_view field) {
        const Value& value = fields_.need(field);
        if (value.type != Value::Type::boolean || !value.truth) {
            return to_whole(value, fields_.where(field), {1, kBulletLifeTicks});
        }
        if (left_ <= 0) throw Mistake(fields_.where(field) + ": the steps before it use up all of the bullet's " + std::to_string(kBulletLifeTicks) + " ticks");
        return left_;
    }

    // A bullet that rests at one difficulty rests at every difficulty. No difficulty makes a bullet too fast after an aim.
    Fixed speed(std::string_view field, Fixed least) {
        const Fixed speed = fields_.units(field, {least, kSpeedMax});
        if (speed < kRestSpeed) return speed;
        const Fixed most = has_aimed_ ? max(kAimedSpeedMax, speed) : kSpeedMax;
        return min(Fixed{static_cast<std::int32_t>(scaled(speed.raw, speed_factor_, 1))}, most);
    }

    Emitter& out_;
    Fields fields_;
    std::int32_t speed_factor_;
    std::int64_t left_ = 0;
    bool has_aimed_ = false;
};

}  // namespace

Range write_bullet_steps(Emitter& out, std::span<const Value> values, const std::string& where, std::int32_t speed_factor) {
    constexpr std::size_t kWrittenMax = kBulletStepsMax - 1;
    if (values.empty() || values.size() > kWrittenMax) {
        throw Mistake(where + ": must have 1 to " + std::to_string(kWrittenMax) + " steps, has " + std::to_string(values.size()));
    }
    std::vector<BulletStepDef> steps;
    std::int64_t left = kBulletLifeTicks;
    bool has_aimed = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string step_where = where + " step " + std::to_string(i + 1);
        steps.push_back(StepReader(out, values[i], step_where, speed_factor).read(left, has_aimed));
        has_aimed = has_aimed || steps.back().op == BulletOp::aim;
        left -= steps.back().ticks;
        if (left < 0) {
            throw Mistake(step_where + ": ends after " + std::to_string(kBulletLifeTicks - left) + " ticks, but a bullet lives for " +
                          std::to_string(kBulletLifeTicks));
        }
    }
    // After its last step a bullet flies on.
    if (left > 0 && steps.back().op != BulletOp::split) {
        steps.push_back({.op = BulletOp::fly, .ticks = static_cast<std::uint16_t>(left), .speed = kKeepPace});
    }
    const Range range = range_at(out.level.bullet_steps.size(), steps.size(), where);
    out.level.bullet_steps.insert(out.level.bullet_steps.end(), steps.begin(), steps.end());
    return range;
}

}  // namespace albireo::script
