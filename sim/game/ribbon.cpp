#include "sim/game/ribbon.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

#include "sim/game/enemy.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

bool is_near_segment(Vec2 point, Vec2 a, Vec2 b, Fixed reach) {
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

/// The burning parts of one slot's ribbon.
class Burning {
  public:
    Burning(StepContext& step, Slot slot)
        : step_(step), touches_(step.world.touches[index(slot)]), ship_(step.world.ships[index(slot)]), slot_(slot) {}

    Touch* find(EnemyId enemy, std::uint16_t part) {
        return first([&](const Touch& touch) { return touch.used != 0 && touch.enemy == enemy && touch.part == part; });
    }
    Touch* free() {
        return first([](const Touch& touch) { return touch.used == 0; });
    }
    bool has_hop(std::uint32_t hop) {
        return first([&](const Touch& touch) { return touch.used == 1 + hop; }) != nullptr;
    }

    /// Where this hop of a whip starts. Nothing if the target before it is not burning.
    std::optional<Vec2> place_before(std::uint32_t hop) {
        if (ship_.ribbon != kWhip) return std::nullopt;
        if (hop == 1) return has_hop(0) ? std::optional(ship_.aim) : std::nullopt;
        const Touch* before = first([&](const Touch& touch) { return touch.used == hop; });
        const Enemy* enemy = before != nullptr ? find_enemy(step_.world, before->enemy) : nullptr;
        if (enemy == nullptr || before->part >= enemy->part_count) return std::nullopt;
        return enemy->parts[before->part].at;
    }

    /// Whether the ribbon itself (hop 0), or this hop of a whip, reaches a part in this tick.
    bool reaches(const Enemy& enemy, std::size_t part, std::uint32_t hop) {
        const Vec2 at = enemy.parts[part].at;
        const Fixed radius = part_def(step_.level, enemy, part).radius;
        if (hop == 0) {
            // A ribbon bends away from its chord; a bridge is straight.
            const Fixed slack = ship_.ribbon == kBridge ? kHitSlack : kRibbonSlack;
            return is_near_segment(at, ship_.at, ship_.aim, radius + slack);
        }
        const std::optional<Vec2> from = place_before(hop);
        return from && within(at, *from, kWhipReach + radius + kHitSlack);
    }

    /// Forgets parts that are gone, and all parts if the ribbon is gone.
    void forget_gone() {
        for (Touch& touch : touches_) {
            if (touch.used == 0) continue;
            const Enemy* enemy = find_enemy(step_.world, touch.enemy);
            if (ship_.ribbon == kNoRibbon || enemy == nullptr || touch.part >= enemy->part_count) touch = Touch{};
        }
    }

    void burn() {
        // Reach is decided before any damage: a part that dies below still leads to the next hop in this tick.
        std::array<bool, kTouchesMax> burns{};
        for (std::size_t i = 0; i < burns.size(); ++i) {
            const Touch& touch = touches_[i];
            const Enemy* enemy = touch.used != 0 ? find_enemy(step_.world, touch.enemy) : nullptr;
            burns[i] = enemy != nullptr && reaches(*enemy, touch.part, touch.used - 1u);
        }
        for (std::size_t i = 0; i < burns.size(); ++i) {
            Enemy* enemy = burns[i] ? find_enemy(step_.world, touches_[i].enemy) : nullptr;
            if (enemy == nullptr) continue;
            hurt_enemy(step_, *enemy, touches_[i].part, {.amount = damage_of(touches_[i].used - 1u), .slot = slot_});
        }
    }

  private:
    template <class Is>
    Touch* first(Is&& is) {
        const auto found = std::find_if(touches_.begin(), touches_.end(), is);
        return found == touches_.end() ? nullptr : &*found;
    }

    std::int32_t damage_of(std::uint32_t hop) const {
        assert(hop <= kWhipHops && "a whip leaps three times at most");
        const World& world = step_.world;
        const bool is_paid = world.earnings[index(slot_)].overdrawn == 0;
        switch (ship_.ribbon) {
            case kWhip: return is_paid ? kWhipDamage[hop] : hop == 0 ? kRibbonDamage : 0;
            case kBridge: {
                if (!is_paid) return kRibbonDamage;
                const bool both = world.ships[index(other(slot_))].ribbon == kBridge;
                return both ? kBridgeBothDamage : kBridgeDamage;
            }
            case kRibbonFocused: return kRibbonFocusedDamage;
            default: return kRibbonDamage;
        }
    }

    StepContext& step_;
    Touches& touches_;
    const Ship& ship_;
    Slot slot_;
};

}  // namespace

Verdict beam_begins(StepContext& step, Slot slot, const Report& report) {
    const World& world = step.world;
    const Ship& ship = world.ships[index(slot)];
    const std::uint32_t hop = report.number.value;
    if (ship.ribbon == kNoRibbon || hop > kWhipHops) return Verdict::implausible;
    // A bridge needs a partner to run to.
    if (ship.ribbon == kBridge && ((world.flow.players >> index(other(slot))) & 1) == 0) return Verdict::implausible;
    Burning burning(step, slot);
    if (burning.find(report.enemy, report.part) != nullptr) return Verdict::late;
    const Enemy* enemy = find_enemy(step.world, report.enemy);
    if (enemy == nullptr) return Verdict::late;
    if (report.part >= enemy->part_count || (hop > 0 && burning.has_hop(hop))) return Verdict::implausible;
    // The partner may have destroyed the target that the whip leaps from, since the client saw it burn.
    if (hop > 0 && ship.ribbon == kWhip && !burning.place_before(hop)) return Verdict::late;
    if (!burning.reaches(*enemy, report.part, hop)) return Verdict::implausible;
    Touch* free = burning.free();
    if (free == nullptr) return Verdict::implausible;
    *free = {report.enemy, report.part, static_cast<std::uint16_t>(1 + hop)};
    return Verdict::applied;
}

Verdict beam_ends(StepContext& step, Slot slot, const Report& report) {
    Touch* touch = Burning(step, slot).find(report.enemy, report.part);
    if (touch == nullptr) return Verdict::late;
    *touch = Touch{};
    return Verdict::applied;
}

void burn_touched(StepContext& step, Slot slot) {
    Burning burning(step, slot);
    burning.forget_gone();
    burning.burn();
}

}  // namespace albireo
