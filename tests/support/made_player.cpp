#include "tests/support/made_player.hpp"

#include "sim/game/enemy.hpp"
#include "sim/game/lightning.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"
#include "sim/game/weapon.hpp"
#include "tests/support/typical_frames.hpp"

namespace albireo::support {
namespace {

const Enemy* nearest_enemy(const World& world, Vec2 at) {
    const Enemy* nearest = nullptr;
    for (const Enemy& enemy : world.enemies) {
        if (abs(enemy.at.x) > kFieldHalfWidth || abs(enemy.at.y) > kFieldHalfHeight) continue;
        if (nearest == nullptr || length_squared(enemy.at - at) < length_squared(nearest->at - at)) nearest = &enemy;
    }
    return nearest;
}

Fixed radius_of(const Level& level, const Enemy& enemy, std::size_t part) {
    return level.parts[std::size_t{level.kinds[enemy.kind].parts.first} + part].radius;
}

}  // namespace

void MadePlayer::add(Frame& frame, const Report& report) {
    if (frame.report_count < kReportsPerFrameMax) frame.reports[frame.report_count++] = report;
}

Frame MadePlayer::next(const World& world, const Level& level) {
    if (style_.absent_permille != 0 && away_ == 0 && random_.below(1000) < style_.absent_permille) {
        away_ = 1 + random_.below(kLateTicks);
    }
    if (away_ > 0) {
        --away_;
        return absent_frame();
    }
    Frame frame;
    steer(frame, world);
    fight(frame, world);
    report(frame, world, level);
    if (random_.below(1000) < style_.death_permille) {
        add(frame, {.kind = ReportKind::died, .part = static_cast<std::uint16_t>(random_.below(kCauseCount))});
    }
    if (random_.below(1000) < style_.command_permille) {
        frame.command = static_cast<Command>(1 + random_.below(3));
        frame.command_delay = style_.command_delay;
    } else if (const Flow& flow = world.flow; style_.agrees && flow.asked != 0 && flow.asked_by != index(slot_)) {
        frame.command = static_cast<Command>(flow.asked);  // without a delay: it agrees to the partner's request
    }
    if (random_.below(1000) < style_.nonsense_permille) spoil(frame, world);
    return frame;
}

/// Follows the nearest enemy up and down, with random deviations.
void MadePlayer::steer(Frame& frame, const World& world) {
    const Ship& ship = world.ships[index(slot_)];
    if (random_.below(12) == 0) held_ = static_cast<std::uint16_t>(random_.next() & (kLeft | kRight | kFocus));
    if (random_.below(40) == 0) weapon_ = static_cast<std::uint16_t>(random_.below(kWeaponCount) << kWeaponShift);
    frame.buttons = static_cast<std::uint16_t>(held_ | weapon_ | kFire);
    const Enemy* enemy = nearest_enemy(world, ship.at);
    const Fixed y = enemy != nullptr ? enemy->at.y : Fixed{};
    if (y > ship.at.y + 300_mu) frame.buttons |= kUp;
    if (y < ship.at.y - 300_mu) frame.buttons |= kDown;
}

void MadePlayer::fight(Frame& frame, const World& world) {
    const Ship& ship = world.ships[index(slot_)];
    if (const Enemy* enemy = nearest_enemy(world, ship.at)) {
        frame.lock = enemy->id;
        frame.aim = AimPoint::at(enemy->at);
    }
    const bool wants = random_.below(8) == 0;
    const bool may = has_charge(world, slot_) && world.earnings[index(slot_)].charge > 300 && !style_.hoards;
    if (style_.greedy ? random_.below(3) == 0 : may) {
        frame.buttons |= kRelease;
    }
    if (wants && (style_.greedy || has_gold(world, slot_))) {
        frame.buttons |= kLightning;
        if (may_release_lightning(ship, frame)) {
            for (const Enemy& enemy : world.enemies) add(frame, {.kind = ReportKind::bolt, .enemy = enemy.id});
        }
    }
}

/// Reports hits of all shots, by circles; also deaths by contact, if it is careless.
void MadePlayer::report(Frame& frame, const World& world, const Level& level) {
    report_touches(frame, world);
    for (const Slot owner : kSlots) {
        for (const Shot& shot : world.shots[index(owner)]) {
            for (const Enemy& enemy : world.enemies) {
                for (std::uint8_t part = 0; part < enemy.part_count; ++part) {
                    if ((enemy.parts[part].flags & kPartAlive) == 0) continue;
                    if (!within(shot.at, enemy.parts[part].at, radius_of(level, enemy, part))) continue;
                    add(frame, {.kind = ReportKind::hit,
                                .slot = owner,
                                .part = part,
                                .enemy = enemy.id,
                                .number = shot.number});
                    goto next_shot;
                }
            }
            for (const Missile& missile : world.missiles) {
                if (!within(shot.at, missile.at, level.missiles[missile.def].radius)) continue;
                add(frame, {.kind = ReportKind::hit_missile,
                            .slot = owner,
                            .part = missile.number,
                            .enemy = missile.owner,
                            .number = shot.number});
                break;
            }
        next_shot:;
        }
    }
    const Ship& ship = world.ships[index(slot_)];
    if (!style_.careless || !is_vulnerable(ship)) return;
    for (const EnemyShot& shot : world.enemy_shots) {
        if (!within(shot.at, ship.at, 300_mu)) continue;
        add(frame, {.kind = ReportKind::died,
                    .part = static_cast<std::uint16_t>(Cause::enemy_shot),
                    .enemy = shot.owner,
                    .number = {shot.number}});
        return;
    }
    if (is_rock(world.scroll, level, ship.at)) {
        add(frame, {.kind = ReportKind::died, .part = static_cast<std::uint16_t>(Cause::wall)});
    }
}

/// Reports when the ribbon begins to burn its locked target, and when it ends.
void MadePlayer::report_touches(Frame& frame, const World& world) {
    const Ship& ship = world.ships[index(slot_)];
    const EnemyId burns = ship.ribbon != 0 ? ship.lock : EnemyId{};
    if (burns == touched_) return;
    if (touched_) add(frame, {.kind = ReportKind::beam_ends, .enemy = touched_});
    if (burns) add(frame, {.kind = ReportKind::beam_begins, .enemy = burns});
    touched_ = burns;
}

/// Makes the frame random, partly about entities that exist.
void MadePlayer::spoil(Frame& frame, const World& world) {
    const Command command = frame.command;
    const std::uint8_t delay = frame.command_delay;
    frame = random_frame(random_);
    frame.buttons &= static_cast<std::uint16_t>(~kAbsent);
    frame.command = command;
    frame.command_delay = delay;
    frame.report_count = static_cast<std::uint8_t>(random_.below(256));  // a count above the maximum is legal too
    for (Report& report : frame.reports) {
        report.slot = static_cast<Slot>(random_.below(3));
        report.kind = static_cast<ReportKind>(random_.below(8));
        if (random_.below(3) == 0) report.part = static_cast<std::uint16_t>(random_.below(6));
        // A random frame would report "I died" too often to play on.
        if (report.kind == ReportKind::died && random_.below(40) != 0) report.kind = ReportKind::hit;
        if (world.enemies.count != 0 && random_.below(2) == 0) {
            report.enemy = world.enemies.items[random_.below(world.enemies.count)].id;
        }
        if (world.missiles.count != 0 && random_.below(4) == 0) {
            const Missile& missile = world.missiles.items[random_.below(world.missiles.count)];
            report.enemy = missile.owner;
            report.part = missile.number;
        }
        const auto& shots = world.shots[index(report.slot) % kSlotCount];
        if (shots.count != 0 && random_.below(2) == 0) report.number = shots.items[random_.below(shots.count)].number;
    }
}

}  // namespace albireo::support
