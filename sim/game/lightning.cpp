#include "sim/game/lightning.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/dust.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

bool is_in_view(const Level& level, const Enemy& enemy, std::size_t part) {
    return is_in_field(enemy.parts[part].at, part_def(level, enemy, part).radius);
}

}  // namespace

Lightning::Lightning(StepContext& step, Slot slot)
    : step_(step), slot_(slot), ship_(step.world.ships[index(slot)]) {}

void Lightning::release(const Frame& frame) {
    if (!may_release_lightning(ship_, frame)) return;
    ++ship_.bolts;
    ship_.lightning_wait = kLightningWait;
    step_.emit(EventKind::lightning, cause_of(slot_, ship_.bolts), ship_.at, 0, slot_);
    may_strike_ = is_paid();
    if (may_strike_ && joins_combined_storm()) strike_combined_storm();
}

bool Lightning::is_paid() {
    if (!spend_gold(step_, slot_)) return false;
    step_.world.earnings[index(slot_)].struck_at = step_.world.clock;
    return true;
}

bool Lightning::joins_combined_storm() const {
    const World& world = step_.world;
    const Ship& partner = world.ships[index(other(slot_))];
    const Tick struck_at = world.earnings[index(other(slot_))].struck_at;
    return is_flying(partner) && struck_at.value != 0 && world.clock - struck_at <= kCombinedStormTicks &&
           within(ship_.at, partner.at, kCombinedStormReach);
}

void Lightning::strike_combined_storm() {
    assert(is_flying(ship_) && "a combined storm is released by ships that fly");
    std::int32_t struck = 0;
    for (Enemy& enemy : step_.world.enemies) {
        bool is_seen = false;
        for (std::size_t part = 0; part < enemy.part_count && !is_gone(enemy); ++part) {
            if (!is_in_view(step_.level, enemy, part)) continue;
            is_seen = true;
            hurt_enemy(step_, enemy, part, {.amount = kBoltDamage * kCombinedStormTimes, .slot = slot_, .shares = {1, 1}});
        }
        struck += is_seen ? 1 : 0;
    }
    assert(struck <= static_cast<std::int32_t>(kEnemiesMax) && "a combined storm strikes each enemy once");
    dust_by_combined_storm(step_, slot_);
    step_.emit(EventKind::combined_storm, cause_of(slot_, ship_.bolts), ship_.at, struck, slot_);
}

Verdict Lightning::strike(const Report& report) {
    if (!may_strike_ || struck_count_ == struck_.size() || has_struck(report)) return Verdict::implausible;
    assert(ship_.lightning_wait == kLightningWait && "bolts strike in the tick of their release");
    struck_[struck_count_++] = report;
    Enemy* enemy = find_enemy(step_.world, report.enemy);
    if (enemy == nullptr) return Verdict::late;
    if (report.part >= enemy->part_count || !is_in_view(step_.level, *enemy, report.part)) return Verdict::implausible;
    const Vec2 at = enemy->parts[report.part].at;
    hurt_enemy(step_, *enemy, report.part, {.amount = kBoltDamage, .slot = slot_});
    step_.emit(EventKind::bolt_struck, cause_of(report.enemy, report.part), at,
               static_cast<std::int32_t>(ship_.bolts), slot_);
    return Verdict::applied;
}

bool Lightning::has_struck(const Report& report) const {
    for (std::size_t i = 0; i < struck_count_; ++i) {
        if (struck_[i].enemy == report.enemy && struck_[i].part == report.part) return true;
    }
    return false;
}

void cool_lightning(Ship& ship) {
    assert(ship.lightning_wait <= kLightningWait && "the wait is at most a whole cooldown");
    if (ship.lightning_wait > 0) --ship.lightning_wait;
}

bool may_release_lightning(const Ship& ship, const Frame& frame) {
    return frame.held(kLightning) && is_flying(ship) && ship.lightning_wait == 0;
}

bool has_gold(const World& world, Slot slot) { return world.earnings[index(slot)].gold >= kGoldFull; }

}  // namespace albireo
