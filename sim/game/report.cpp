#include "sim/game/report.hpp"

#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/lightning.hpp"
#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// The reports of one slot's frame, applied one by one.
class Reporter {
  public:
    Reporter(StepContext& step, Slot slot) : step_(step), world_(step.world), slot_(slot), lightning_(step, slot) {}

    void apply(const Frame& frame) {
        lightning_.release(frame);
        const std::size_t count = frame.report_count < kReportsPerFrameMax ? frame.report_count : kReportsPerFrameMax;
        for (std::size_t i = 0; i < count; ++i) {
            switch (apply(frame.reports[i])) {
                case Verdict::applied: ++counters().applied; break;
                case Verdict::late: ++counters().late; break;
                case Verdict::implausible: ++counters().implausible; break;
            }
        }
        burn_touched();
    }

  private:
    ReportCounters& counters() { return world_.counters[index(slot_)]; }
    Ship& ship() { return world_.ships[index(slot_)]; }

    Verdict apply(const Report& report) {
        switch (report.kind) {
            case ReportKind::hit:
            case ReportKind::hit_missile: return hit(report);
            case ReportKind::beam_begins: return beam_begins(report);
            case ReportKind::beam_ends: return beam_ends(report);
            case ReportKind::bolt: return lightning_.strike(report);
            case ReportKind::died: return died(report);
            case ReportKind::none: break;
        }
        return Verdict::implausible;
    }

    // ------------------------------------------------------------------------------------------------- hits by shots

    /// A hit by the reporter's own shot always removes the shot, because a player's own frames alone decide about their
    /// shots. A hit by the partner's shot only marks it spent: its owner still sees it fly, but it has dealt its
    /// damage.
    Verdict hit(const Report& report) {
        if (index(report.slot) >= kSlotCount) return Verdict::implausible;
        auto& pool = world_.shots[index(report.slot)];
        ShotBits& spent = world_.marks[index(report.slot)].spent;
        const bool own = report.slot == slot_;
        std::uint32_t i = 0;
        while (i < pool.count && (pool.items[i].number != report.number || is_gone(pool.items[i]))) ++i;
        if (i == pool.count) return own ? Verdict::implausible : Verdict::late;
        const Shot shot = pool.items[i];
        const bool was_spent = spent.get(shot.number);
        if (own) pool.items[i].damage = 0;

        Enemy* enemy = nullptr;
        Missile* missile = nullptr;
        Vec2 target;
        Fixed radius;
        bool there = false;
        if (report.kind == ReportKind::hit) {
            enemy = find_enemy(world_, report.enemy);
            if (enemy != nullptr) {
                if (report.part >= enemy->part_count) return Verdict::implausible;
                target = enemy->parts[report.part].at;
                radius = part_radius(*enemy, report.part);
                there = true;
            }
        } else {
            missile = find_missile(world_, report.enemy, report.part);
            if (missile != nullptr) {
                target = missile->at;
                radius = step_.level.missiles[missile->def].radius + stray(*missile);
                there = true;
            }
        }
        if (there && !within(shot.at, target, radius + kHitSlack + abs(shot.speed.x) + abs(shot.speed.y))) {
            return Verdict::implausible;
        }
        if (!own && there) spent.set(shot.number, true);
        if (!there || was_spent) return Verdict::late;

        assert((enemy == nullptr) != (missile == nullptr) && "a hit strikes one target");
        const std::int32_t damage = damage_of(shot, report.slot);
        const std::int32_t dealt = enemy != nullptr ? hurt_enemy(step_, *enemy, report.part, damage, report.slot)
                                                    : hurt_missile(step_, *missile, damage, report.slot);
        step_.emit(EventKind::shot_hit, cause_of(report.slot, shot.number.value), shot.at, dealt, report.slot);
        return Verdict::applied;
    }

    /// How far from its true position an honest client may have seen a missile. The missile turns towards where a ship
    /// was kAimLagTicks ago. A client with a longer lead may have seen it turn elsewhere, so the two positions separate
    /// at up to twice its speed. Once the turn is older than any lead, every client knows where it went.
    Fixed stray(const Missile& missile) const {
        // + 1: a report is about the tick before its frame.
        constexpr std::int32_t kKnown = kLeadTicksMax - kAimLagTicks + 1;
        const MissileDef& def = step_.level.missiles[missile.def];
        const std::int32_t turned = missile.age > def.coast ? missile.age - def.coast : 0;
        return turned <= kKnown ? max(def.launch_speed, def.speed) * (2 * turned) : Fixed{};
    }

    /// A charged shot whose charge no lead explains deals plain damage.
    std::int32_t damage_of(const Shot& shot, Slot owner) const {
        if (shot.powered == 0 || !world_.marks[index(owner)].unpaid.get(shot.number)) return shot.damage;
        return kVolleys[static_cast<std::size_t>(shot.weapon)][0].damage;
    }

    Fixed part_radius(const Enemy& enemy, std::size_t part) const { return part_def(step_.level, enemy, part).radius; }

    // ---------------------------------------------------------------------------------------------------- the ribbon

    Touches& touches() { return world_.touches[index(slot_)]; }

    Touch* find_touch(EnemyId enemy, std::uint16_t part) {
        for (Touch& touch : touches()) {
            if (touch.used != 0 && touch.enemy == enemy && touch.part == part) return &touch;
        }
        return nullptr;
    }

    Verdict beam_begins(const Report& report) {
        if (ship().ribbon == 0) return Verdict::implausible;
        if (find_touch(report.enemy, report.part) != nullptr) return Verdict::late;
        const Enemy* enemy = find_enemy(world_, report.enemy);
        if (enemy == nullptr) return Verdict::late;
        if (report.part >= enemy->part_count) return Verdict::implausible;
        if (!ribbon_reaches(*enemy, report.part)) return Verdict::implausible;
        for (Touch& touch : touches()) {
            if (touch.used != 0) continue;
            touch = {report.enemy, report.part, 1};
            return Verdict::applied;
        }
        return Verdict::implausible;
    }

    Verdict beam_ends(const Report& report) {
        Touch* touch = find_touch(report.enemy, report.part);
        if (touch == nullptr) return Verdict::late;
        *touch = Touch{};
        return Verdict::applied;
    }

    bool ribbon_reaches(const Enemy& enemy, std::size_t part) {
        const Fixed reach = part_radius(enemy, part) + kRibbonSlack;
        return is_near_segment(enemy.parts[part].at, ship().at, ship().aim, reach);
    }

    /// A part that the ribbon touches burns until its end is reported, the ribbon ends, or the enemy is gone. It never
    /// burns in a tick in which the ribbon is elsewhere, even if the end has not been reported.
    void burn_touched() {
        for (Touch& touch : touches()) {
            if (touch.used == 0) continue;
            Enemy* enemy = find_enemy(world_, touch.enemy);
            if (ship().ribbon == 0 || enemy == nullptr || touch.part >= enemy->part_count) {
                touch = Touch{};
                continue;
            }
            if (!ribbon_reaches(*enemy, touch.part)) continue;
            const bool powered = ship().ribbon == 2 && world_.earnings[index(slot_)].overdrawn == 0;
            hurt_enemy(step_, *enemy, touch.part, powered ? kRibbonPoweredDamage : kRibbonDamage, slot_);
        }
    }

    static bool is_near_segment(Vec2 point, Vec2 a, Vec2 b, Fixed reach) {
        const Vec2 along = b - a;
        const Vec2 off = point - a;
        const std::int64_t whole = std::int64_t{along.x.raw} * along.x.raw + std::int64_t{along.y.raw} * along.y.raw;
        const std::int64_t part = std::int64_t{off.x.raw} * along.x.raw + std::int64_t{off.y.raw} * along.y.raw;
        if (whole == 0 || part <= 0) return within(point, a, reach);
        if (part >= whole) return within(point, b, reach);
        // The foot of the perpendicular, to 1/65536 of the segment.
        const Fixed weight{wrap32(part / (whole / Fixed::kOneRaw + 1))};
        assert(weight >= 0_u && weight <= 1_u && "the foot is between the ribbon's ends");
        return within(point, mix(a, b, weight), reach);
    }

    // --------------------------------------------------------------------------------------------------------- death

    /// The client decides whether its ship crashed. The core checks only that the ship could die at all.
    Verdict died(const Report& report) {
        if (report.part >= kCauseCount) return Verdict::implausible;
        if (!is_vulnerable(ship()) || step_.died[index(slot_)]) return Verdict::late;
        assert(ship().lives > 0 && "a ship that can die has a life to lose");
        step_.died[index(slot_)] = true;
        step_.emit(EventKind::ship_died, cause_of(slot_, ship().deaths), ship().at, report.part, slot_);
        return Verdict::applied;
    }

    StepContext& step_;
    World& world_;
    Slot slot_;
    Lightning lightning_;
};

}  // namespace

void apply_reports(StepContext& step) {
    for (const Slot slot : kSlots) {
        if (((step.world.flow.players >> index(slot)) & 1) == 0) continue;
        Reporter(step, slot).apply(step.frames[index(slot)]);
    }
}

}  // namespace albireo
