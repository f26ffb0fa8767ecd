#include "sim/game/bullet.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/bounce.hpp"
#include "sim/game/dust.hpp"
#include "sim/game/graze.hpp"
#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"

namespace albireo {
namespace {

static_assert(kSplitsDeepMax <= 3 && kDepthShift == kBouncesShift + 2 && kGrazedShift == kDepthShift + 2);
constexpr std::uint8_t kDepthMask = 3 << kDepthShift;

enum class Fate : std::uint8_t { flies, splits, gone };

const BulletStepDef& step_def(const Level& level, const BulletDef& program, std::size_t step) {
    assert(step < program.steps.count && "a bullet is in a step of its program");
    return level.bullet_steps[std::size_t{program.steps.first} + step];
}

const BulletStepDef& last_step(const Level& level, const BulletDef& program) {
    return step_def(level, program, program.steps.count - std::size_t{1});
}

/// The extra ticks for which a shot of a gun with `hold` waits. Its children are not held.
std::uint16_t held_ticks(const Level& level, const EnemyShot& shot) {
    return shot.branch == 0 && level.guns[shot.gun].hold != 0 ? shot.dice : std::uint16_t{0};
}

bool is_wait(const BulletStepDef& def) {
    return def.op == BulletOp::fly && def.speed.raw == 0 && def.over == 0;
}

bool is_first_wait(const Level& level, const BulletDef& program, std::size_t step) {
    if (!is_wait(step_def(level, program, step))) return false;
    for (std::size_t i = 0; i < step; ++i) {
        if (is_wait(step_def(level, program, i))) return false;
    }
    return true;
}

/// A number from −most to most, hashed from the bullet's dice, its branch and the step. None is drawn in flight.
std::int32_t dice_of(const EnemyShot& shot, std::int32_t most) {
    std::uint32_t x = std::uint32_t{shot.dice} | std::uint32_t{shot.branch} << 16 | std::uint32_t{shot.step} << 24;
    // The finaliser of MurmurHash3: every bit of the name affects every bit of the result.
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    x ^= x >> 16;
    const auto range = static_cast<std::uint32_t>(2 * most + 1);
    return static_cast<std::int32_t>((std::uint64_t{x} * range) >> 32) - most;
}

/// Enters the present step, or the first timed step after it. Steps before the timed one act at once.
Fate enter_step(StepContext& step, EnemyShot& shot, const BulletDef& program) {
    for (; shot.step < program.steps.count; ++shot.step) {
        const BulletStepDef& def = step_def(step.level, program, shot.step);
        switch (def.op) {
            case BulletOp::aim: {
                const Slot target = aim_target(step.world, shot.number);
                shot.heading = direction_of(lagged_place(step.world, target) - shot.at) + Angle::from_raw(def.turn);
                break;
            }
            case BulletOp::veer: {
                const std::int32_t random = def.random == 0 ? 0 : dice_of(shot, def.random);
                shot.heading = shot.heading + Angle::from_raw(def.turn + random);
                break;
            }
            case BulletOp::bounce:
                shot.flags = static_cast<std::uint8_t>((shot.flags & (kDepthMask | kGrazedMask)) | def.on << kBouncesShift | def.times);
                break;
            case BulletOp::split: return Fate::splits;
            case BulletOp::fly:
            case BulletOp::curve:
            case BulletOp::orbit:
            case BulletOp::fall:
                assert(def.ticks > 0 && "a timed step lasts");
                if (def.op == BulletOp::fly && def.over == 0 && def.speed != kKeepPace) shot.pace = def.speed;
                shot.left = def.ticks;
                if (is_first_wait(step.level, program, shot.step)) {
                    shot.left = static_cast<std::uint16_t>(shot.left + held_ticks(step.level, shot));
                }
                head_on(shot);
                return Fate::flies;
        }
    }
    return Fate::gone;
}

/// The motion of one tick around a circle whose radius grows at first. Rounding does not add up: the sum of all ticks
/// telescopes.
Vec2 way_around(EnemyShot& shot, const BulletStepDef& def, std::int32_t passed) {
    const auto radius_at = [&](std::int32_t ticks) {
        return ticks >= def.over ? def.radius : def.radius * ticks / def.over;
    };
    const Vec2 from = polar(shot.heading, radius_at(passed));
    shot.heading = shot.heading + Angle::from_raw(def.turn);
    return def.by + polar(shot.heading, radius_at(passed + 1)) - from;
}

/// Sets the speed of this tick, and returns it: to read it back from memory at once would take longer than the rest.
Vec2 steer(EnemyShot& shot, const BulletStepDef& def) {
    const std::int32_t passed = def.ticks - shot.left;  // below 0 while it is held in a wait
    Vec2 speed = shot.speed;
    switch (def.op) {
        case BulletOp::fly:
            if (def.over == 0 || passed >= def.over) return speed;
            assert(passed >= 0 && "only a wait is held, and it does not ease");
            shot.pace += (def.speed - shot.pace) / (def.over - passed);
            speed = polar(shot.heading, shot.pace);
            break;
        case BulletOp::curve: {
            const bool is_left = def.alternate == 0 || (shot.number + shot.branch) % 2 == 0;
            shot.heading = shot.heading + Angle::from_raw(is_left ? def.turn : -def.turn);
            speed = polar(shot.heading, shot.pace);
            break;
        }
        case BulletOp::orbit: speed = way_around(shot, def, passed); break;
        case BulletOp::fall:
            speed = {clamp(speed.x + def.by.x, -kSpeedMax, kSpeedMax), clamp(speed.y + def.by.y, -kSpeedMax, kSpeedMax)};
            break;
        case BulletOp::aim:
        case BulletOp::split:
        case BulletOp::bounce:
        case BulletOp::veer: assert(false && "a bullet is in a timed step between two ticks"); break;
    }
    shot.speed = speed;
    return speed;
}

/// Whether a bullet that has just moved is gone. Lets it bounce off rock.
bool is_lost(const StepContext& step, EnemyShot& shot, const BulletStepDef& def, bool may_come_back) {
    if (!has_left_play(step, shot.at)) return false;
    if (!is_in_field(shot.at, kShotMargin)) return !may_come_back || !is_in_field(shot.at, kBulletMargin);
    return !bounces_off(shot, kOnRock) || !bounce_off_rock(step, shot, def.op == BulletOp::fall);
}

// ---- the whole program

/// One tick of a bullet.
Fate fly(StepContext& step, EnemyShot& shot) {
    const BulletDef* program = program_of(step.level, shot);
    assert(program != nullptr && "only a bullet with a program has ticks left");
    const BulletStepDef& def = step_def(step.level, *program, shot.step);
    const bool is_last = shot.step + 1 == program->steps.count;
    const Vec2 speed = steer(shot, def);
    const Vec2 at = shot.at + speed;
    shot.at = at;
    bool is_clear = step.band->is_clear(at);
    if (bounces_off(shot, kOnEdge) && !is_in_field(at, {})) {
        bounce_off_edge(shot, def.op == BulletOp::fall);
        is_clear = step.band->is_clear(shot.at);
    }
    const bool may_come_back = !is_last || def.op != BulletOp::fly;
    if (!is_clear && (is_lost(step, shot, def, may_come_back) || is_stopped(step, shot))) return Fate::gone;
    assert(shot.left > 0 && "a bullet leaves its step when no ticks are left");
    --shot.left;
    // The ticks for which the bullet was held count as part of its life.
    Fate fate = Fate::flies;
    if (shot.left <= (is_last ? held_ticks(step.level, shot) : 0)) {
        if (def.op == BulletOp::fall) end_fall(shot);
        ++shot.step;
        fate = enter_step(step, shot, *program);
    }
    if (!is_clear && fate == Fate::flies) graze(step, shot);
    return fate;
}

/// Ends a bullet in its split: the first child takes its place, and the others are added.
void split(StepContext& step, EnemyShot& bullet) {
    const EnemyShot parent = bullet;
    const BulletDef* program = program_of(step.level, parent);
    assert(program != nullptr && splits_before(parent) < kSplitsDeepMax && "check_level() bounds how deep bullets split");
    const BulletStepDef& def = step_def(step.level, *program, parent.step);
    assert(def.op == BulletOp::split && def.times >= 2 && "a bullet splits in its last step");
    // The n children of a gun's shot are its descendants 1 … n; then come the children of each of these.
    std::uint32_t branch = 1;
    if (parent.branch != 0) {
        const BulletDef& first = step.level.bullets[step.level.guns[parent.gun].bullet];
        branch += last_step(step.level, first).times + (parent.branch - 1u) * def.times;
    }
    assert(branch + def.times <= kDescendantsMax + 1u && "check_level() bounds the descendants of a bullet");
    for (std::int32_t i = 0; i < def.times; ++i) {
        EnemyShot child = parent;
        const std::int32_t place = 2 * i - (def.times - 1);
        child.heading = parent.heading + (def.ring != 0 ? Angle::from_raw(65536 * i / def.times)
                                                        : Angle::from_raw(def.spread.raw * place / (2 * (def.times - 1))));
        child.pace = def.speed;
        child.branch = static_cast<std::uint8_t>(branch + static_cast<std::uint32_t>(i));
        child.flags = static_cast<std::uint8_t>((splits_before(parent) + 1) << kDepthShift);
        start_bullet(step, child);
        if (i == 0) bullet = child;
        EnemyShot* const added = i == 0 ? &bullet : step.world.enemy_shots.add(child);
        if (added != nullptr && !step.band->is_clear(added->at)) graze(step, *added);
    }
}

}  // namespace

void head_on(EnemyShot& shot) {
    shot.speed = polar(shot.heading, shot.pace);
}

void end_fall(EnemyShot& shot) {
    shot.heading = direction_of(shot.speed);
    shot.pace = min(length(shot.speed), kSpeedMax);
}

const BulletDef* program_of(const Level& level, const EnemyShot& shot) {
    std::uint8_t program = level.guns[shot.gun].bullet;
    for (int depth = splits_before(shot); depth > 0 && program != kNone; --depth) {
        program = last_step(level, level.bullets[program]).into;
    }
    return program == kNone ? nullptr : &level.bullets[program];
}

void start_bullet(StepContext& step, EnemyShot& shot) {
    shot.step = 0;
    shot.left = 0;
    head_on(shot);
    const BulletDef* program = program_of(step.level, shot);
    if (program == nullptr) return;
    [[maybe_unused]] const Fate fate = enter_step(step, shot, *program);
    assert(fate == Fate::flies && "check_level(): a bullet rests before it splits");
}

void move_enemy_shots(StepContext& step) {
    auto& pool = step.world.enemy_shots;
    if (pool.count == 0) return;
    cut_out_reach(step);
    // Children, added at the end, move from the next tick on.
    const std::uint32_t count = pool.count;
    const WallBand& band = *step.band;
    const bool are_some_gone = !step.gone_shots.is_empty();  // already: no shot of this loop removes another
    for (std::uint32_t i = 0; i < count; ++i) {
        if (are_some_gone && step.gone_shots.has(i)) continue;
        EnemyShot& shot = pool.items[i];
        if (shot.left == 0) [[likely]] {
            const Vec2 at = shot.at + shot.speed;
            shot.at = at;
            if (band.is_clear(at)) [[likely]] continue;
            if (has_left_play(step, shot.at) || is_stopped(step, shot)) {
                step.gone_shots.add(i);
            } else {
                graze(step, shot);
            }
            continue;
        }
        const Fate fate = fly(step, shot);
        if (fate == Fate::splits) split(step, shot);
        if (fate == Fate::gone) step.gone_shots.add(i);
    }
}

bool is_sound_bullet(const Level& level, const EnemyShot& shot) {
    if (shot.gun >= level.guns.size()) return false;
    const auto is_within = [](Fixed value, Fixed most) { return value >= -most && value <= most; };
    if (shot.pace.raw < 0 || shot.pace > kSpeedMax) return false;
    // An orbit moves a bullet by at most its diameter and the drift of its centre.
    if (!is_within(shot.speed.x, 64_u) || !is_within(shot.speed.y, 64_u)) return false;
    if (!is_within(shot.at.x, 128_u) || !is_within(shot.at.y, 128_u)) return false;
    // Each of its ancestors ends in a split, and `branch` is a number that its generation can have.
    const int depth = splits_before(shot);
    if (depth > kSplitsDeepMax || (depth == 0) != (shot.branch == 0)) return false;
    std::uint8_t program = level.guns[shot.gun].bullet;
    std::uint32_t generation = 1;
    std::uint32_t earlier = 0;  // descendants in earlier generations
    for (int i = 0; i < depth; ++i) {
        if (program == kNone) return false;
        const BulletStepDef& end = last_step(level, level.bullets[program]);
        if (end.op != BulletOp::split) return false;
        program = end.into;
        if (i > 0) earlier += generation;
        generation *= end.times;
    }
    if (depth > 0 && (shot.branch <= earlier || shot.branch > earlier + generation)) return false;
    if (program == kNone) return shot.left == 0 && shot.step == 0 && (shot.flags & ~(kDepthMask | kGrazedMask)) == 0;

    const BulletDef& def = level.bullets[program];
    if (shot.left == 0 || shot.step >= def.steps.count) return false;
    const BulletStepDef& present = step_def(level, def, shot.step);
    const std::uint16_t held = held_ticks(level, shot);
    if (held > kBulletLifeTicks) return false;
    const std::int32_t longer = is_first_wait(level, def, shot.step) ? held : 0;
    return is_timed(present.op) && shot.left <= present.ticks + longer;
}

std::uint8_t look_of(const Level& level, const EnemyShot& shot) {
    const BulletDef* program = program_of(level, shot);
    if (program != nullptr) return program->look;
    // A straight child looks like its parent, whose program it has left.
    if (shot.branch == 0) return level.guns[shot.gun].look;
    EnemyShot parent = shot;
    parent.flags = static_cast<std::uint8_t>(shot.flags - (1 << kDepthShift));
    return program_of(level, parent)->look;
}

std::uint16_t ticks_to_change(const Level& level, const EnemyShot& shot) {
    if (shot.left == 0) return 0;
    const BulletDef* program = program_of(level, shot);
    if (program == nullptr) return 0;
    const BulletStepDef& now = step_def(level, *program, shot.step);
    for (std::size_t i = shot.step + std::size_t{1}; i < program->steps.count; ++i) {
        const BulletStepDef& next = step_def(level, *program, i);
        if (next.op == BulletOp::bounce) continue;
        // A flight that simply continues, or a rest after a stop, is no visible change.
        const bool goes_on = next.op == BulletOp::fly && now.op == BulletOp::fly &&
                             (next.speed == kKeepPace || next.speed == now.speed);
        return goes_on ? std::uint16_t{0} : shot.left;
    }
    return 0;
}

}  // namespace albireo
