#include "client/predict/frame_maker.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/gift.hpp"
#include "sim/game/lightning.hpp"
#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/weapon.hpp"

namespace albireo::client {
namespace {

struct Target {
    EnemyId enemy;
    std::uint8_t part = 0;
    Vec2 at;
    Vec2 motion;                       // of the whole enemy, per tick
    std::uint64_t score = UINT64_MAX;  // lowest is best
};

/// Calls each(target) for every part on screen that can be hurt now.
template <class Each>
void for_each_exposed(const World& world, const Level& level, Each&& each) {
    for (const Enemy& enemy : world.enemies) {
        assert(enemy.part_count <= kPartsMax && "a part's index fits the byte that a frame has for it");
        for (std::size_t part = 0; part < enemy.part_count; ++part) {
            if (!is_exposed(level, enemy, part) || !is_in_field(enemy.parts[part].at, {})) continue;
            Vec2 motion;
            if (enemy.mover == Mover::drift || enemy.mover == Mover::leave) motion = enemy.to;
            if (enemy.mover == Mover::anchor) motion = -world.scroll.moved;
            if (enemy.mover == Mover::path) motion = polar(enemy.heading + Angle{32768}, enemy.speed);
            each(Target{enemy.id, static_cast<std::uint8_t>(part), enemy.parts[part].at, motion, 0});
        }
    }
}

}  // namespace

void FrameMaker::reset() {
    waiting_.clear();
    lock_ = {};
    releasing_ = false;
}

Frame FrameMaker::make(const World& predicted, const Level& level, const Controls& controls,
                       std::span<const Report> reports) {
    assert(static_cast<int>(controls.weapon) < kWeaponCount && "a controller selects a weapon that exists");
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>((controls.buttons & kButtonBits & ~(kWeaponMask | kAbsent)) |
                                               (static_cast<int>(controls.weapon) << kWeaponShift));
    frame.command = controls.command;
    if (frame.command != Command::none) frame.command_delay = std::max<std::uint8_t>(controls.command_delay, 1);
    if (frame.command == Command::none) agree(frame, predicted, own_);
    assert((frame.command != Command::none || frame.command_delay == 0) && "a delay belongs to a command");

    // Both bars are those that the player sees: release begins with something in the bar and lasts until it is empty.
    const Ship& ship = predicted.ships[index(own_)];
    releasing_ = frame.held(kRelease) && is_flying(ship) && has_charge(predicted, own_) &&
                 (releasing_ || predicted.earnings[index(own_)].charge >= kReleaseBegin);
    if (!releasing_) frame.buttons &= static_cast<std::uint16_t>(~kRelease);
    const bool guards = frame.held(kRelease) && frame.weapon() == Weapon::fan;
    frame.buttons = static_cast<std::uint16_t>(guards ? frame.buttons | kGuard : frame.buttons & ~kGuard);
    if (!has_gold(predicted, own_) || !may_release_lightning(ship, frame)) {
        frame.buttons &= static_cast<std::uint16_t>(~kLightning);
    }
    const bool gives = !frame.held(kLightning) && has_gold(predicted, own_) && may_give(ship, frame) &&
                       gift_for(predicted, other(own_)) != Gift::none;
    if (!gives) frame.buttons &= static_cast<std::uint16_t>(~kGift);
    if (frame.held(kFire) || frame.held(kRelease)) choose_target(frame, predicted, level);

    if (frame.held(kLightning)) add_bolts(frame, predicted, level);
    waiting_.insert(waiting_.end(), reports.begin(), reports.end());
    std::size_t sent = 0;
    while (sent < waiting_.size() && frame.report_count < kReportsPerFrameMax) {
        frame.reports[frame.report_count++] = waiting_[sent++];
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(sent));
    assert((waiting_.empty() || frame.report_count == kReportsPerFrameMax) && "a report waits only for a full frame");
    assert(!frame.held(kAbsent) && "only the server says that a player is absent");
    return frame;
}

/// Agrees to the partner's command, so that it takes effect as early as possible (game/flow).
void FrameMaker::agree(Frame& frame, const World& predicted, Slot own) {
    const Flow& flow = predicted.flow;
    if (flow.asked == 0 || flow.asked_by == index(own) || flow.asked_wait <= flow.asked_lead) return;
    frame.command = static_cast<Command>(flow.asked);
    frame.command_delay = 0;
}

void FrameMaker::choose_target(Frame& frame, const World& predicted, const Level& level) {
    const Weapon weapon = frame.weapon();
    const Ship& ship = predicted.ships[index(own_)];
    const bool seeks = weapon == Weapon::seekers && will_fire(ship, weapon);
    if (weapon != Weapon::ribbon && !seeks) {
        lock_ = {};
        return;
    }
    const bool bridges = weapon == Weapon::ribbon && frame.held(kRelease) && frame.held(kFocus) &&
                         is_flying(predicted.ships[index(other(own_))]);
    if (bridges) {
        lock_ = {};
        frame.lock = kLockPartner;
        frame.aim = AimPoint::at(predicted.ships[index(other(own_))].at);
        return;
    }
    const Form form = form_of(frame, frame.held(kRelease));
    // The lock holds as long as its target can be hurt. A new target is the one nearest to the line ahead.
    Target best;
    Target held;
    for_each_exposed(predicted, level, [&](Target target) {
        if (lock_ && target.enemy == lock_ && target.part == lock_part_) {
            held = target;
            held.score = 0;
        }
        const Vec2 off = target.at - ship.at;
        if (off.x.raw < 0 && weapon == Weapon::ribbon) return;
        if (weapon == Weapon::seekers && form == Form::focused && !is_in_focus(off - kNose)) return;
        const Fixed ahead = max(off.x, {});
        target.score = length_squared({ahead / 2, off.y}) + (off.x.raw < 0 ? length_squared({off.x * 2, {}}) : 0);
        if (target.score < best.score) best = target;
    });
    const Target& target = held.score == 0 && weapon == Weapon::ribbon ? held : best;
    if (target.score == UINT64_MAX) {
        lock_ = {};
        return;
    }
    lock_ = target.enemy;
    lock_part_ = target.part;
    frame.lock = lock_;
    frame.lock_part = lock_part_;
    Vec2 aim = target.at;
    if (seeks) {
        // Where the target will be when a seeker reaches it, extrapolated from its current motion.
        assert(target.score != UINT64_MAX && "an aim has a target");
        const Fixed speed = volley_of(Weapon::seekers, form).speed;
        const std::int32_t ticks = length(target.at - ship.at).raw / speed.raw;
        aim += target.motion * std::min<std::int32_t>(ticks, kSeekerTicksMax);
    }
    frame.aim = AimPoint::at(aim);
}

void FrameMaker::add_bolts(Frame& frame, const World& predicted, const Level& level) {
    std::vector<Target> targets;
    const Vec2 from = predicted.ships[index(own_)].at;
    for_each_exposed(predicted, level, [&](Target target) {
        target.score = length_squared(target.at - from);
        targets.push_back(target);
    });
    assert(frame.report_count == 0 && "bolts come first, so that no other report crowds them out");
    const std::size_t count = std::min(targets.size(), kBoltsPerLightningMax);
    std::partial_sort(targets.begin(), targets.begin() + static_cast<std::ptrdiff_t>(count), targets.end(),
                      [](const Target& a, const Target& b) { return a.score < b.score; });
    for (std::size_t i = 0; i < count; ++i) {
        Report& report = frame.reports[frame.report_count++];
        report.kind = ReportKind::bolt;
        report.slot = own_;
        report.enemy = targets[i].enemy;
        report.part = targets[i].part;
    }
    if (count == 0) frame.buttons &= static_cast<std::uint16_t>(~kLightning);
}

}  // namespace albireo::client
