#include "sim/script/bullet.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace albireo::script {
namespace {

constexpr std::array<const char*, 9> kWords = {"fly", "wait", "curve", "orbit", "fall", "aim", "split", "bounce", "veer"};

std::string list_of_words() {
    std::string text;
    for (const char* word : kWords) text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

class StepReader {
  public:
    StepReader(Emitter& out, const Value& value, const std::string& where, std::int32_t speed_factor)
        : out_(out), fields_(value, where), speed_factor_(speed_factor) {}

    /// `left`: ticks of the bullet's life before this step. `has_aimed`: whether an aim comes before.
    BulletStepDef read(std::int64_t left, bool has_aimed) {
        left_ = left;
        has_aimed_ = has_aimed;
        const std::string word = find_word();
        BulletStepDef step;
        if (word == "fly") fly(step);
        if (word == "wait") step.ticks = ticks("wait");
        if (word == "curve") {
            step.op = BulletOp::curve;
            step.ticks = ticks("curve");
            step.turn = turn_per_tick();
            step.alternate = fields_.truth("alternate", false) ? 1 : 0;
        }
        if (word == "orbit") orbit(step);
        if (word == "fall") {
            step.op = BulletOp::fall;
            step.ticks = ticks("fall");
            step.by = fields_.point("pull", kPullMax);
        }
        if (word == "aim") {
            step.op = BulletOp::aim;
            must_be_true("aim");
            step.turn = static_cast<std::int16_t>(fields_.angle("off", {}).raw);
        }
        if (word == "split") split(step);
        if (word == "bounce") {
            step.op = BulletOp::bounce;
            step.times = static_cast<std::uint8_t>(fields_.whole("bounce", {1, kBouncesMax}));
            step.on = static_cast<std::uint8_t>(kOnRock + fields_.choice("on", {"rock", "edge", "both"}, 2));
            static_assert(kOnRock == 1 && kOnEdge == 2);
        }
        if (word == "veer") {
            step.op = BulletOp::veer;
            step.turn = static_cast<std::int16_t>(fields_.angle("veer", {}).raw);
            if (const Value* random = fields_.find("random")) {
                step.random = static_cast<std::uint16_t>(to_units(*random, fields_.where("random"), {Fixed{}, 180_u}).raw / 360);
            }
        }
        fields_.done();
        return step;
    }

  private:
    std::string find_word() {
        std::string found;
        for (const char* word : kWords) {
            if (!fields_.has(word)) continue;
            if (!found.empty()) throw Mistake(fields_.where() + ": has both '" + found + "' and '" + word + "'");
            found = word;
        }
        if (found.empty()) throw Mistake(fields_.where() + ": must have one of " + list_of_words());
        return found;
    }

    void must_be_true(const char* field) {
        if (!fields_.truth(field, true)) throw Mistake(fields_.where(field) + ": must be true");
    }

    std::uint16_t ticks(const char* field) {
        const Value& value = fields_.need(field);
        if (value.type != Value::Type::boolean || !value.truth) {
            return static_cast<std::uint16_t>(to_whole(value, fields_.where(field), {1, kBulletLifeTicks}));
        }
        if (left_ <= 0) throw Mistake(fields_.where(field) + ": no tick is left of the bullet's " + std::to_string(kBulletLifeTicks));
        return static_cast<std::uint16_t>(left_);
    }

    // A bullet that rests at one difficulty rests at every difficulty. No difficulty makes a bullet too fast after an aim.
    Fixed speed(Fixed least) {
        const Fixed speed = fields_.units("speed", {least, kSpeedMax});
        if (speed < kRestSpeed) return speed;
        const Fixed most = has_aimed_ ? max(kAimedSpeedMax, speed) : kSpeedMax;
        return min(Fixed{static_cast<std::int32_t>(scaled(speed.raw, speed_factor_, 1))}, most);
    }

    std::int16_t turn_per_tick() {
        return static_cast<std::int16_t>(to_angle_steps(fields_.need("turn"), fields_.where("turn"), 8192));
    }

    void fly(BulletStepDef& step) {
        step.ticks = ticks("fly");
        step.speed = kKeepPace;
        if (fields_.has("speed")) {
            step.speed = speed(Fixed{});
            step.over = static_cast<std::uint16_t>(fields_.whole("over", {0, step.ticks}, 0));
        }
    }

    void orbit(BulletStepDef& step) {
        step.op = BulletOp::orbit;
        step.ticks = ticks("orbit");
        step.radius = fields_.units("radius", {Fixed{1}, kRadiusMax});
        step.turn = turn_per_tick();
        step.over = static_cast<std::uint16_t>(fields_.whole("over", {1, step.ticks}, std::min<std::int64_t>(30, step.ticks)));
        step.by = fields_.point("drift", 1_u, {});
    }

    void split(BulletStepDef& step) {
        step.op = BulletOp::split;
        step.times = static_cast<std::uint8_t>(fields_.whole("split", {2, kSplitMax}));
        step.ring = fields_.truth("ring", false) ? 1 : 0;
        if (step.ring == 0) step.spread = to_angle(fields_.need("spread"), fields_.where("spread"));
        step.speed = speed(kShotSpeedMin);
        step.into = fields_.has("into") ? out_.bullet(fields_.text("into"), fields_.where("into")) : kNone;
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
            throw Mistake(step_where + ": ends after " + std::to_string(kBulletLifeTicks - left) + " ticks, a bullet lives for " +
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
