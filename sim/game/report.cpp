#include "sim/game/report.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/weapon.hpp"

namespace albireo {
namespace {

enum class Verdict : std::uint8_t { applied, late, implausible };

/// The reports of one slot's frame, applied one by one.
class Reporter {
  public:
    Reporter(StepContext& step, Slot slot) : step_(step), world_(step.world), slot_(slot) {}

    void apply(const Frame& frame) {
        release_lightning(frame);
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
            case ReportKind::bolt: return bolt(report);
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
        while (i < pool.count && pool.items[i].number != report.number) ++i;
        if (i == pool.count) return own ? Verdict::implausible : Verdict::late;
        const Shot shot = pool.items[i];
        const bool was_spent = spent.get(shot.number);
        if (own) pool.remove(i);

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
        step_.tell(EventKind::shot_hit, cause_of(report.slot, shot.number.value), shot.at, dealt, report.slot);
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

    Fixed part_radius(const Enemy& enemy, std::size_t part) const {
        assert(part < enemy.part_count && "a report names a part that its enemy has");
        return step_.level.parts[std::size_t{step_.level.kinds[enemy.kind].parts.first} + part].radius;
    }

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
            const bool powered = ship().ribbon == 2 && world_.purses[index(slot_)].overdrawn == 0;
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

    // ----------------------------------------------------------------------------------------------------- lightning

    /// The ship's own frames decide the release. Whether its bolts strike depends on the gold bar, within what a lead
    /// could explain.
    void release_lightning(const Frame& frame) {
        Ship& own = ship();
        if (!takes_part() || !may_release_lightning(own, frame)) return;
        ++own.bolts;
        own.lightning_wait = kLightningWait;
        Purse& purse = world_.purses[index(slot_)];
        step_.tell(EventKind::lightning, cause_of(slot_, own.bolts), own.at, 0, slot_);
        const std::int32_t debt = kGoldFull - purse.gold;
        if (debt > 0 && debt > std::min(kGoldDebtMax, debt_max(world_, step_.level, slot_))) {
            ++counters().unpaid;
            return;
        }
        purse.gold -= kGoldFull;
        assert(purse.gold >= -kGoldDebtMax && "gold is owed only as far as a lead explains");
        purse.struck_at = world_.clock;
        may_strike_ = true;
        if (joins_storm()) strike_storm();
    }

    bool takes_part() const { return ((world_.flow.players >> index(slot_)) & 1) != 0; }

    bool joins_storm() {
        const Ship& partner = world_.ships[index(other(slot_))];
        const Tick struck_at = world_.purses[index(other(slot_))].struck_at;
        return is_flying(partner) && struck_at.value != 0 && world_.clock - struck_at <= kStormTicks &&
               within(ship().at, partner.at, kStormReach);
    }

    void strike_storm() {
        assert(is_flying(ship()) && "a storm is released by a ship that flies");
        std::int32_t struck = 0;
        // By index, from the back: an enemy that dies is replaced by the last one, which has been struck already.
        for (std::uint32_t i = world_.enemies.count; i-- > 0;) {
            const EnemyId id = world_.enemies.items[i].id;
            const std::size_t parts = world_.enemies.items[i].part_count;
            bool is_seen = false;
            for (std::size_t part = 0; part < parts; ++part) {
                if (i >= world_.enemies.count || world_.enemies.items[i].id != id) break;  // it has died
                Enemy& enemy = world_.enemies.items[i];
                if (!is_in_field(enemy.parts[part].at, part_radius(enemy, part))) continue;
                is_seen = true;
                hurt_enemy(step_, enemy, part, kBoltDamage * kStormTimes, slot_, Credit::both);
            }
            struck += is_seen ? 1 : 0;
        }
        assert(struck <= static_cast<std::int32_t>(kEnemiesMax) && "a storm strikes each enemy once");
        step_.tell(EventKind::storm, cause_of(slot_, ship().bolts), ship().at, struck, slot_);
    }

    Verdict bolt(const Report& report) {
        if (!may_strike_ || struck_count_ == struck_.size() || has_struck(report)) return Verdict::implausible;
        assert(ship().lightning_wait == kLightningWait && "bolts strike in the tick of their release");
        struck_[struck_count_++] = report;
        Enemy* enemy = find_enemy(world_, report.enemy);
        if (enemy == nullptr) return Verdict::late;
        if (report.part >= enemy->part_count) return Verdict::implausible;
        const Vec2 at = enemy->parts[report.part].at;
        if (!is_in_field(at, part_radius(*enemy, report.part))) return Verdict::implausible;
        hurt_enemy(step_, *enemy, report.part, kBoltDamage, slot_);
        step_.tell(EventKind::bolt_struck, cause_of(report.enemy, report.part), at,
                   static_cast<std::int32_t>(ship().bolts), slot_);
        return Verdict::applied;
    }

    bool has_struck(const Report& report) const {
        for (std::size_t i = 0; i < struck_count_; ++i) {
            if (struck_[i].enemy == report.enemy && struck_[i].part == report.part) return true;
        }
        return false;
    }

    // --------------------------------------------------------------------------------------------------------- death

    /// The client decides whether its ship crashed. The core checks only that the ship could die at all.
    Verdict died(const Report& report) {
        if (report.part >= kCauseCount) return Verdict::implausible;
        if (!is_vulnerable(ship()) || step_.died[index(slot_)]) return Verdict::late;
        assert(ship().lives > 0 && "a ship that can die has a life to lose");
        step_.died[index(slot_)] = true;
        step_.tell(EventKind::ship_died, cause_of(slot_, ship().deaths), ship().at, report.part, slot_);
        return Verdict::applied;
    }

    StepContext& step_;
    World& world_;
    Slot slot_;
    bool may_strike_ = false;                             // lightning was released and paid for in this frame
    std::array<Report, kBoltsPerLightningMax> struck_{};  // one for each bolt; no part twice
    std::size_t struck_count_ = 0;
};

}  // namespace

void apply_reports(StepContext& step) {
    for (const Slot slot : kSlots) {
        if (((step.world.flow.players >> index(slot)) & 1) == 0) continue;
        Reporter(step, slot).apply(step.frames[index(slot)]);
    }
}

}  // namespace albireo
