#include "sim/game/report.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/burr.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/gift.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/lightning.hpp"
#include "sim/game/player.hpp"
#include "sim/game/ribbon.hpp"
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
        give(step_, slot_, frame);
        const std::size_t count = frame.report_count < kReportsPerFrameMax ? frame.report_count : kReportsPerFrameMax;
        for (std::size_t i = 0; i < count; ++i) {
            switch (apply(frame.reports[i])) {
                case Verdict::applied: ++counters().applied; break;
                case Verdict::late: ++counters().late; break;
                case Verdict::implausible: ++counters().implausible; break;
            }
        }
        burn_touched(step_, slot_);
    }

  private:
    ReportCounters& counters() { return world_.counters[index(slot_)]; }
    const Ship& ship() const { return world_.ships[index(slot_)]; }

    Verdict apply(const Report& report) {
        switch (report.kind) {
            case ReportKind::hit:
            case ReportKind::hit_missile: return hit(report);
            case ReportKind::beam_begins: return beam_begins(step_, slot_, report);
            case ReportKind::beam_ends: return beam_ends(step_, slot_, report);
            case ReportKind::bolt: return lightning_.strike(report);
            case ReportKind::died: return died(report);
            case ReportKind::none: break;
        }
        return Verdict::implausible;
    }

    // ------------------------------------------------------------------------------------------------- hits by shots

    /// A hit by the reporter's own shot always removes the shot, because a player's own frames alone decide about their
    /// shots. A hit by the partner's shot only marks it spent: its owner still sees it fly, but it has dealt its
    /// damage. A lance goes on until it has hit as many parts as it can pierce, each of them once. Only its owner reports
    /// its hits.
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
        const bool is_lance = shot.pierce > 1 || (shot.weapon == Weapon::needle && shot.powered != 0);
        if (is_lance && !own) return Verdict::late;
        if (own && --pool.items[i].pierce == 0) mark_gone(pool.items[i]);
        if (is_lance && !pierces_now(shot.number, report)) return Verdict::implausible;

        Enemy* enemy = nullptr;
        Missile* missile = nullptr;
        Vec2 target;
        Fixed radius;
        bool found = false;
        if (report.kind == ReportKind::hit) {
            enemy = find_enemy(world_, report.enemy);
            if (enemy != nullptr) {
                if (report.part >= enemy->part_count) return Verdict::implausible;
                target = enemy->parts[report.part].at;
                radius = part_radius(*enemy, report.part);
                found = true;
            }
        } else {
            missile = find_missile(world_, report.enemy, report.part);
            if (missile != nullptr) {
                target = missile->at;
                radius = step_.level.missiles[missile->def].radius + stray(*missile);
                found = true;
            }
        }
        if (found && !within(shot.at, target, radius + kHitSlack + abs(shot.speed.x) + abs(shot.speed.y))) {
            return Verdict::implausible;
        }
        if (!own && found) spent.set(shot.number, true);
        if (!found || was_spent) return Verdict::late;

        assert((enemy == nullptr) != (missile == nullptr) && "a hit strikes one target");
        const bool is_charged = shot.powered != 0 && !world_.marks[index(report.slot)].unpaid.get(shot.number);
        if (enemy != nullptr && is_charged && shot.weapon == Weapon::seekers) {
            stick_burr(step_, *enemy, report.part, report.slot);
            return Verdict::applied;
        }
        const std::int32_t damage = damage_of(shot, is_charged);
        const Damage hit{.amount = damage, .slot = report.slot, .shares = {}, .opens_lids = is_lance && is_charged};
        const std::int32_t dealt = enemy != nullptr ? hurt_enemy(step_, *enemy, report.part, hit)
                                                    : hurt_missile(step_, *missile, damage, report.slot);
        step_.emit(EventKind::shot_hit, cause_of(report.slot, shot.number.value), shot.at, dealt, report.slot);
        return Verdict::applied;
    }

    /// How far from its true position an honest client may have seen a missile. The missile turns towards where a ship
    /// was kAimLagTicks ago. A client with a longer lead may have seen it turn elsewhere, so the two positions separate
    /// at up to twice its speed. Once the turn is older than any lead, every client knows where it went.
    Fixed stray(const Missile& missile) const {
        // + 1, because a report is about the tick before its frame.
        constexpr std::int32_t kKnown = kLeadTicksMax - kAimLagTicks + 1;
        const MissileDef& def = step_.level.missiles[missile.def];
        const std::int32_t turned = missile.age > def.coast ? missile.age - def.coast : 0;
        return turned <= kKnown ? max(def.launch_speed, def.speed) * (2 * turned) : Fixed{};
    }

    /// A charged shot whose charge no lead explains deals plain damage.
    static std::int32_t damage_of(const Shot& shot, bool is_charged) {
        return shot.powered == 0 || is_charged ? shot.damage : volley_of(shot.weapon, Form::plain).damage;
    }

    // No more than two lances of one player fly at a time, so the marks remember what both have pierced.
    static_assert((kFieldHalfWidth + kShotMargin) * 2 < volley_of(Weapon::needle, Form::charged).speed *
                                                            (2 * volley_of(Weapon::needle, Form::charged).every));

    /// Records that a lance pierces a part or a missile. False if it has already pierced it.
    bool pierces_now(ShotNumber shot, const Report& report) {
        ShotMarks& marks = world_.marks[index(slot_)];
        const std::uint16_t is_missile = report.kind == ReportKind::hit_missile ? 1 : 0;
        const Pierced pierced{shot, report.enemy, report.part, is_missile};
        if (std::find(marks.pierced.begin(), marks.pierced.end(), pierced) != marks.pierced.end()) return false;
        assert(marks.next < marks.pierced.size() && "the marks of lances are a ring");
        marks.pierced[marks.next] = pierced;
        marks.next = (marks.next + 1) % static_cast<std::uint32_t>(kPiercedMax);
        return true;
    }

    Fixed part_radius(const Enemy& enemy, std::size_t part) const { return part_def(step_.level, enemy, part).radius; }

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
