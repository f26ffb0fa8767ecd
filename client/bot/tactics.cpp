#include "client/bot/tactics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/game/enemy.hpp"
#include "sim/game/lightning.hpp"
#include "sim/game/player.hpp"
#include "sim/game/sea.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/weapon.hpp"

namespace albireo::bot {
namespace {

constexpr float kApart = 3;        // kept from the partner, up or down
constexpr float kSeaRoom = 1.2F;    // … and the surface of the sea
constexpr float kDivedPull = 4;    // added to the pull of the goal while the ship is under water
constexpr float kBreathPull = 1.0F / 15;  // … and for each tick of breath spent
constexpr float kRockRoom = 1.6F;  // distance between a resting place and rock
constexpr float kFanReach = 13;
constexpr float kFanSlope = 0.4F;  // tangent of half its spread
constexpr std::uint32_t kGatherTicks = 900;  // the longest wait for the partner and their gold bar, for a combined storm
constexpr float kGatherApart = 3;
constexpr std::uint8_t kFewLives = 2;
constexpr std::int32_t kManyArmour = 40;  // needle hits on screen that are worth a release

}  // namespace

Tactics::Scene Tactics::survey(const World& world, const Level& level) const {
    Scene scene;
    const Point me = point(world.ships[index(own_)].at);
    float best = 1e9F;
    for (const Enemy& enemy : world.enemies) {
        const KindDef& kind = level.kinds[enemy.kind];
        if (spares_bosses_ && kind.size == KindSize::boss) {
            scene.spared = true;
            continue;
        }
        for (std::size_t part = 0; part < enemy.part_count; ++part) {
            const Vec2 place = enemy.parts[part].at;
            if (!is_exposed(level, enemy, part) || !is_in_field(place, {})) continue;
            const Target target{enemy.id, static_cast<std::uint8_t>(part), point(place), enemy.parts[part].armour,
                                kind.size};
            const Point off = target.at - me;
            ++scene.count;
            scene.armour += target.armour / kDamageUnit;
            scene.big = scene.big || kind.size >= KindSize::large || target.armour >= 25 * kDamageUnit;
            if (off.x > 0 && off.x < kFanReach && std::abs(off.y) < 1 + kFanSlope * off.x) ++scene.near;
            // Targets near the line ahead are best. Most weapons cannot reach targets behind. Nearly dead targets are
            // worth finishing.
            float score = std::abs(off.y) + 0.25F * std::max(off.x, 0.0F) + (off.x < 1 ? 12 - off.x : 0);
            score += std::min(4.0F, 0.1F * static_cast<float>(target.armour / kDamageUnit));
            if (enemy.id == target_ && part == target_part_) score -= 3;
            if (score >= best) continue;
            best = score;
            scene.best = target;
        }
    }
    return scene;
}

Weapon Tactics::choose_weapon(const Scene& scene, Point me, Random& random) const {
    if (!scene.best.enemy) return weapon_;
    const Point off = scene.best.at - me;
    const float aside = std::abs(off.y);
    // Approximate needle hits a second, by what each weapon needs to hit.
    std::array worth = {off.x > 0 ? std::max(3.0F, 15 - 4 * aside) : 0.0F,          // needle
                        3.5F + 6 * static_cast<float>(std::min(scene.near, 3)),    // fan
                        off.x < 0 ? 14.0F : 8 + std::min(4.0F, aside * 0.5F),        // seekers
                        off.x < 2 ? 0.0F : 9 + (aside > 1 ? 3 : 0) - 0.2F * off.x};  // ribbon
    static_assert(worth.size() == kWeaponCount, "bots know what every weapon is worth");
    for (float& w : worth) w += static_cast<float>(random.below(50)) * 0.1F;
    return static_cast<Weapon>(std::max_element(worth.begin(), worth.end()) - worth.begin());
}

/// The bulwark is for shelter, burrs and the lance are for targets with much armour, the whip is for crowds.
Weapon Tactics::choose_charged(const Scene& scene, Point me, float danger, Random& random) const {
    if (danger > 0.6F) return Weapon::fan;
    const bool is_ahead = scene.best.enemy && scene.best.at.x > me.x + 2;
    std::array worth = {is_ahead ? 8 - std::abs(scene.best.at.y - me.y) : 0.0F,                    // needle
                        4.0F,                                                                      // fan
                        scene.big ? 8.0F : 3.0F,                                                   // seekers
                        is_ahead ? 3 + static_cast<float>(std::min(scene.count, 4)) : 0.0F};       // ribbon
    static_assert(worth.size() == kWeaponCount, "bots know what every charged weapon is worth");
    for (float& w : worth) w += static_cast<float>(random.below(60)) * 0.1F;
    return static_cast<Weapon>(std::max_element(worth.begin(), worth.end()) - worth.begin());
}

bool Tactics::wants_release(const World& world, const Scene& scene, float danger, Random& random) {
    const Earnings& earnings = world.earnings[index(own_)];
    if (scene.count == 0 || !has_charge(world, own_)) return releasing_ = false;
    if (releasing_) return releasing_ = earnings.charge > kChargeFull / 20;
    const bool pays = scene.big || scene.armour >= kManyArmour || scene.count >= 5;
    if (earnings.charge >= kChargeFull) {
        releasing_ = pays && (!saving_ || earnings.gold >= kGoldFull || danger > 0.6F);
    } else if (!saving_ && earnings.charge >= kChargeFull * 6 / 10) {
        releasing_ = danger > 0.6F || (scene.big && random.below(40) == 0);
    }
    if (releasing_) saving_ = random.below(3) != 0;
    return releasing_;
}

bool Tactics::is_moment_to_strike(const World& world) const {
    const Ship& me = world.ships[index(own_)];
    const Ship& partner = world.ships[index(other(own_))];
    return world.clock.value % kBeatTicks == 0 && is_flying(me) && is_flying(partner) && has_gold(world, Slot::gold) &&
           has_gold(world, Slot::blue) && within(me.at, partner.at, kCombinedStormReach - 1_u);
}

/// A combined storm hits every enemy three times as hard, so waiting for the partner pays.
void Tactics::strike(Orders& orders, const World& world, const Scene& scene, float danger) {
    if (!has_gold(world, own_) || scene.spared) {
        strike_by_ = {};
        return;
    }
    const Ship& partner = world.ships[index(other(own_))];
    if (strike_by_.value == 0) strike_by_ = world.clock + kGatherTicks;
    const bool pays = scene.big || scene.count >= 4;
    orders.together = is_flying(partner) && pays;
    // A partner who has few lives left may soon need the bar, as a gift.
    const bool waits = is_flying(partner) && (world.clock < strike_by_ || partner.lives <= kFewLives);
    orders.lightning = (pays || (danger > 0.5F && scene.count > 0)) && !waits;
}

Goal Tactics::goal_for(const World& world, const Level& level, const Scene& scene, Planner& planner, bool gather, Random& random) {
    const Point me = point(world.ships[index(own_)].at);
    const Ship& partner_ship = world.ships[index(other(own_))];
    const Point partner = point(partner_ship.at);
    const bool together = is_flying(partner_ship);
    const float side = own_ == Slot::gold ? 1.0F : -1.0F;
    if (world.clock >= home_until_) {
        home_x_ = -12 + static_cast<float>(random.below(60)) * 0.1F;
        home_until_ = world.clock + (180 + random.below(240));
    }

    Goal goal{{home_x_, together ? side * 2 : 0}, 1};
    if (scene.best.enemy) {
        goal.place.y = scene.best.at.y;
        if (scene.best.size == KindSize::boss) goal.place.x = std::min(home_x_, scene.best.at.x - 14);
        if (weapon_ == Weapon::seekers || weapon_ == Weapon::ribbon) goal.place.y = 0.5F * (goal.place.y + side * 3);
    }
    if (gather && has_gold(world, other(own_))) {
        goal.place = (me + partner) * 0.5F;
        goal.place.y += side * kGatherApart * 0.5F;
        goal.pull = 3;
    } else if (together && std::abs(goal.place.y - partner.y) < kApart && std::abs(me.x - partner.x) < 2 * kApart) {
        goal.place.y = partner.y + side * kApart;
    }

    // A resting position needs space around it, and ahead of it, because the rock approaches from there.
    goal.place.y = std::clamp(goal.place.y, -7.5F, 7.5F);
    const Point middle{goal.place.x, 0};
    for (int step = 0; step < 8; ++step) {
        const float w = static_cast<float>(step) / 8;
        const Point moved = goal.place + (middle - goal.place) * w;
        const float room = std::min(planner.rock_clearance(world.scroll, moved),
                                    planner.rock_clearance(world.scroll, moved + Point{2.5F, 0}));
        goal.place = moved;
        if (room >= kRockRoom) break;
    }
    // It rests in the air: under water it is slow, and its shots do not fly far.
    const Sea sea(world, level);
    if (!sea.is_dry()) {
        const Fixed x{static_cast<std::int32_t>(std::clamp(me.x, -16.0F, 16.0F) * Fixed::kOneRaw)};
        goal.place.y = std::max(goal.place.y, units(sea.height(x)) + kSeaRoom);
        const auto breath = static_cast<float>(world.ships[index(own_)].breath);
        if (breath > 0) goal.pull += kDivedPull + breath * kBreathPull;
    }
    return goal;
}

Tactics::Orders Tactics::think(const World& world, const Level& level, Planner& planner, const Skill& skill,
                               float danger, Random& random) {
    const Scene scene = survey(world, level);
    target_ = scene.best.enemy;
    target_part_ = scene.best.part;
    const Point me = point(world.ships[index(own_)].at);
    if (world.clock >= weapon_until_ && !releasing_) {
        weapon_ = choose_weapon(scene, me, random);
        weapon_until_ = world.clock + skill.weapon_ticks;
    }

    Orders orders;
    orders.fire = scene.count > 0;
    const bool was_releasing = releasing_;
    orders.release = wants_release(world, scene, danger, random);
    if (releasing_ && !was_releasing) weapon_ = choose_charged(scene, me, danger, random);
    strike(orders, world, scene, danger);
    orders.weapon = weapon_;
    orders.goal = goal_for(world, level, scene, planner, orders.together, random);
    return orders;
}

}  // namespace albireo::bot
