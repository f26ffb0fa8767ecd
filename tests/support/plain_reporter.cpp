#include "tests/support/plain_reporter.hpp"

#include <algorithm>

#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"

namespace albireo::support {

namespace {

constexpr Fixed kShotRadius = 150_mu;
constexpr std::uint16_t kTrustedAge = 15;  // ticks, about the lead on an average link

void add(Frame& frame, const Report& report) {
    if (frame.report_count < kReportsPerFrameMax) frame.reports[frame.report_count++] = report;
}

Report death(Cause cause, EnemyId by, std::uint32_t number) {
    Report report;
    report.kind = ReportKind::died;
    report.part = static_cast<std::uint16_t>(cause);
    report.enemy = by;
    report.number = {number};
    return report;
}

bool near_segment(Vec2 a, Vec2 b, Vec2 at, Fixed reach) {
    const Vec2 along = b - a, off = at - a;
    const std::int64_t whole = std::int64_t{along.x.raw} * along.x.raw + std::int64_t{along.y.raw} * along.y.raw;
    const std::int64_t part = std::int64_t{off.x.raw} * along.x.raw + std::int64_t{off.y.raw} * along.y.raw;
    if (whole == 0 || part <= 0) return within(at, a, reach);
    if (part >= whole) return within(at, b, reach);
    return within(at, mix(a, b, Fixed{wrap32(part / (whole / Fixed::kOneRaw + 1))}), reach);
}

bool is_alive(const Part& part) {
    return (part.flags & kPartAlive) != 0;
}

}  // namespace

Fixed part_radius(const Level& level, const Enemy& enemy, std::size_t part) {
    return level.parts[std::size_t{level.kinds[enemy.kind].parts.first} + part].radius;
}

bool touches_beam(const Beam& beam, Fixed half_width, Vec2 at, Fixed radius) {
    const Fixed reach = half_width + radius;
    // Approximates a quadratic Bézier by four straight pieces. A straight beam's bend lies on it, so its pieces do too.
    Vec2 from = beam.from;
    for (std::int32_t i = 1; i <= 4; ++i) {
        const Fixed t = Fixed::ratio(i, 4);
        const Vec2 to = mix(mix(beam.from, beam.bend, t), mix(beam.bend, beam.tip, t), t);
        if (near_segment(from, to, at, reach)) return true;
        from = to;
    }
    return false;
}

void PlainReporter::look(Frame& frame, const World& world, const Level& level) {
    look_at_ship(frame, world, level);
    look_at_ribbon(frame, world, level);
    for (const Slot owner : kSlots) look_at_shots(frame, world, level, owner);
}

void PlainReporter::look_at_ship(Frame& frame, const World& world, const Level& level) {
    const Ship& ship = world.ships[index(own_)];
    if (!is_vulnerable(ship)) return;
    for (const Enemy& enemy : world.enemies) {
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            if (!is_alive(enemy.parts[i])) continue;
            const Fixed reach = part_radius(level, enemy, i) * 850_mu + kShipRadius;
            if (within(enemy.parts[i].at, ship.at, reach)) return add(frame, death(Cause::enemy, enemy.id, 0));
        }
    }
    for (const EnemyShot& shot : world.enemy_shots) {
        const Fixed reach = level.guns[shot.gun].radius + kShipRadius;
        if (within(shot.at, ship.at, reach)) return add(frame, death(Cause::enemy_shot, shot.owner, shot.number));
    }
    for (const Beam& beam : world.beams) {
        if (beam.burning != 0 && touches_beam(beam, level.beams[beam.def].half_width, ship.at, kShipRadius)) {
            return add(frame, death(Cause::beam, beam.owner, 0));
        }
    }
    for (const Missile& missile : world.missiles) {
        const Fixed reach = level.missiles[missile.def].radius + kShipRadius;
        if (within(missile.at, ship.at, reach)) {
            return add(frame, death(Cause::missile, missile.owner, missile.number));
        }
    }
    for (const Vec2 edge :
         {Vec2{kShipRadius, {}}, Vec2{-kShipRadius, {}}, Vec2{{}, kShipRadius}, Vec2{{}, -kShipRadius}}) {
        if (is_rock(world.scroll, level, ship.at + edge)) return add(frame, death(Cause::wall, {}, 0));
    }
}

/// Only the locked target burns: the ribbon starts and stops burning it, whatever lies in between.
void PlainReporter::look_at_ribbon(Frame& frame, const World& world, const Level& level) {
    const Ship& ship = world.ships[index(own_)];
    EnemyId burns;
    const Enemy* enemy = ship.ribbon != 0 ? find_enemy(world, ship.lock) : nullptr;
    if (enemy != nullptr && ship.lock_part < enemy->part_count && is_alive(enemy->parts[ship.lock_part]) &&
        within(enemy->parts[ship.lock_part].at, ship.aim, part_radius(level, *enemy, ship.lock_part))) {
        burns = enemy->id;
    }
    if (burns == burnt_ && (!burns || ship.lock_part == burnt_part_)) return;
    Report report;
    report.slot = own_;
    if (burnt_) {
        report.kind = ReportKind::beam_ends;
        report.enemy = burnt_;
        report.part = burnt_part_;
        add(frame, report);
    }
    if (burns) {
        report.kind = ReportKind::beam_begins;
        report.enemy = burns;
        report.part = ship.lock_part;
        add(frame, report);
    }
    burnt_ = burns;
    burnt_part_ = ship.lock_part;
}

/// Records that a lance pierces a part. False if it has already pierced it.
bool PlainReporter::pierces(ShotNumber shot, EnemyId enemy, std::uint16_t part) {
    const Pierced pierced{shot, enemy, part, 0};
    if (std::find(pierced_.begin(), pierced_.end(), pierced) != pierced_.end()) return false;
    if (pierced_.size() >= 2 * kPiercedMax) pierced_.erase(pierced_.begin());
    pierced_.push_back(pierced);
    return true;
}

void PlainReporter::look_at_shots(Frame& frame, const World& world, const Level& level, Slot owner) {
    for (const Shot& shot : world.shots[index(owner)]) {
        if (owner != own_ && (shot.age < kTrustedAge || world.marks[index(owner)].spent.get(shot.number))) continue;
        const bool is_lance = shot.weapon == Weapon::needle && shot.powered != 0;
        if (owner != own_ && is_lance) continue;  // only its owner reports a lance
        Report report;
        report.slot = owner;
        report.number = shot.number;
        // A shot moves further than its length in one tick, so the middle of its way is checked too.
        const auto hits = [&](Vec2 at, Fixed radius) {
            return within(shot.at, at, radius + kShotRadius) ||
                   within(shot.at - shot.speed / 2, at, radius + kShotRadius);
        };
        for (const Enemy& enemy : world.enemies) {
            for (std::uint8_t i = 0; i < enemy.part_count && report.kind == ReportKind::none; ++i) {
                if (!is_alive(enemy.parts[i]) || !hits(enemy.parts[i].at, part_radius(level, enemy, i) * 900_mu))
                    continue;
                if (is_lance && !pierces(shot.number, enemy.id, i)) continue;
                report.kind = ReportKind::hit;
                report.enemy = enemy.id;
                report.part = i;
            }
        }
        for (const Missile& missile : world.missiles) {
            if (report.kind != ReportKind::none || !hits(missile.at, level.missiles[missile.def].radius)) continue;
            if (is_lance && !pierces(shot.number, missile.owner, static_cast<std::uint16_t>(missile.number | 0x8000))) continue;
            report.kind = ReportKind::hit_missile;
            report.enemy = missile.owner;
            report.part = missile.number;
        }
        if (report.kind != ReportKind::none) add(frame, report);
    }
}

}  // namespace albireo::support
