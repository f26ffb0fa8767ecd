/// The stage's solid things: ships, enemies, missiles.
#include <cmath>

#include "client/scene/animate.hpp"
#include "client/scene/boss_bar.hpp"
#include "client/scene/progress.hpp"
#include "client/scene/recipes.hpp"
#include "client/scene/scenery.hpp"
#include "client/scene/stage.hpp"
#include "client/scene/stage_draw.hpp"
#include "client/scene/sway.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

float seed_of(EnemyId id) {
    return static_cast<float>((id.spawn * 37 + id.lap * 11 + id.child * 5) % 997) * 0.1F;
}

/// Swells a part that nothing can hurt before its enemy bursts, and lights it from inside. `left`: the part of the tick that
/// remains.
void swell(const Enemy& enemy, float left, InstanceData& instance) {
    float most = 0;
    for (const Machine& machine : enemy.machines) {
        if (machine.pending_wait == 0) continue;
        most = std::max(most, 1 - (static_cast<float>(machine.pending_wait) + left) / kLateTicks);
    }
    if (most <= 0) return;
    const float size = 1 + 0.75F * most;
    for (const std::size_t i : {0U, 1U, 2U, 4U, 5U, 6U, 8U, 9U, 10U}) instance.rows[i] *= size;
    instance.glow += 2.5F * most * most;
}

}  // namespace

const Enemy* Stage::match(const World& before, const Enemy& enemy, std::size_t hint) const {
    if (hint < before.enemies.count && before.enemies.items[hint].id == enemy.id) return &before.enemies.items[hint];
    return find_enemy(before, enemy.id);
}

Vec2 Stage::ship_place(const StageInput& input, Slot slot) const {
    if (input.flight != nullptr && slot != input.own) {
        const client::PartnerFlight& flight = *input.flight;
        return math::lerp(client::in_field(flight.before()), client::in_field(flight.now()), input.alpha);
    }
    const Vec2 now = client::in_field(input.now.ships[index(slot)].at);
    const Vec2 before = client::in_field(input.before.ships[index(slot)].at);
    return math::length(now - before) < 2 ? math::lerp(before, now, input.alpha) : now;
}

void Stage::draw_ships(const StageInput& input, View& view) {
    for (const Slot slot : kSlots) {
        const Ship& ship = input.now.ships[index(slot)];
        const Life life = life_of(ship);
        if (life != Life::flying && life != Life::entering) continue;
        const Vec2 at = ship_place(input, slot);
        const float lean = math::lerp(before_.lean[index(slot)], lean_[index(slot)], input.alpha);
        draw_ship({.slot = slot, .at = at, .lean = lean, .is_safe = ship.invulnerable > 0}, cast_.ship, view);
        const float focus = math::lerp(before_.focus[index(slot)], focus_[index(slot)], input.alpha);
        if (focus > 0) {
            view.player_shots.add({at, {1, 0}, units(kHullRadius), static_cast<float>(ShotLook::focus),
                                   packed(colours_.player[index(slot)]), focus});
        }
        add_heat(kEngine, at, {}, static_cast<float>(index(slot)) * 7, view.bends);
        view.blacks.add({{at.x - 0.6F, at.y, 0}, black_reach_, {at.x + 0.7F, at.y, 0}, 0, {}, 0.98F});
    }
}

/// Burrs that stick to a part: a dot for each, in its owner's colour. They blink, the faster the closer they are to bursting.
void Stage::draw_burrs(const Part& part, Vec2 at, float radius, View& view) {
    const int stuck = part.burrs[0] + part.burrs[1];
    if (stuck == 0) return;
    const float left = static_cast<float>(part.fuse) / kFuseTicks;
    const float blink = 0.75F + 0.5F * std::sin(40 * (1 - left) * (1 - left));
    for (int i = 0; i < stuck && burrs_shown_ < kBurrsShown; ++i, ++burrs_shown_) {
        const float angle = 2.4F * static_cast<float>(i);  // the golden angle spreads any number of burrs evenly
        const Vec2 out = Vec2{std::cos(angle), std::sin(angle)} * (radius * (0.35F + 0.03F * static_cast<float>(i)));
        const Slot slot = i < part.burrs[0] ? Slot::gold : Slot::blue;
        view.player_shots.add({at + out, {1, 0}, 0.17F, static_cast<float>(ShotLook::burr),
                               packed(colours_.player[index(slot)]), blink});
    }
}

/// A gun that is about to fire shines in the colour of its bullets. A boss's part also lights up. `left`: the part of the tick
/// that remains.
void Stage::warn(const KindDef& kind, const Part& part, float radius, Vec2 at, float left, InstanceData& instance, View& view) const {
    const float near = warning_of(level_, kind.size, part, left);
    if (near <= 0) return;
    const bool is_boss = kind.size == KindSize::boss;
    const Vec3 colour = colours_.enemy[level_.guns[part.gun].look % 4];
    const Vec3 place{at.x, at.y, radius + 0.6F};
    view.points.add({place, is_boss ? 1.6F + radius : 2.2F, place, 0, colour * (is_boss ? 5 * near : near), 1});
    if (is_boss) instance.glow += 3 * near * near * view.visuals.flashes;
}

void Stage::draw_enemies(const StageInput& input, View& view) {
    view.hud.boss = {};
    burrs_shown_ = 0;
    const auto enemies = input.now.enemies.live();
    for (std::size_t n = 0; n < enemies.size(); ++n) {
        const Enemy& enemy = enemies[n];
        const Enemy* before = match(input.before, enemy, n);
        const Enemy& from = before != nullptr ? *before : enemy;
        const KindDef& kind = level_.kinds[enemy.kind];
        const float turn = angle_between(from.heading, enemy.heading, input.alpha);
        const float roll = math::lerp(roll_of(level_, from), roll_of(level_, enemy), input.alpha);
        const math::Quat facing = math::turn({0, 0, 1}, turn) * math::turn({-1, 0, 0}, roll);
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            const Part& part = enemy.parts[i];
            const PartDef& def = level_.parts[kind.parts.first + i];
            const Vec2 at = math::lerp(client::in_field(from.parts[i].at), client::in_field(part.at), input.alpha);
            const bool is_alive = (part.flags & kPartAlive) != 0;
            const float hurt = wound_of(part, def, enemy.heat);
            if (kind.size >= KindSize::large && (!is_alive || hurt > kSmokes)) {
                add_heat(is_alive ? kWound : kWreck, at, {.size = std::min(units(def.radius), 2.0F)}, seed_of(enemy.id) + static_cast<float>(i), view.bends);
            }
            if (!is_alive) continue;
            const float recoil =
                kRecoilMax * math::lerp(recoil_of(level_, from, from.parts[i]), recoil_of(level_, enemy, part), input.alpha);
            // The sculptor's models look along −x, so backward is where +x points.
            const Vec2 shown = at + Vec2{std::cos(turn), std::sin(turn)} * recoil +
                               flinch_of(from.parts[i], part, input.now.tick.value + static_cast<std::uint32_t>(i),
                                         input.alpha);
            const math::Transform place = math::transform(facing, {shown.x, shown.y, 0});
            InstanceData instance = at_place(place);
            instance.tint = {0.75F, 0.85F, 0.80F};
            instance.seed = seed_of(enemy.id) + static_cast<float>(i);
            instance.wound = hurt;
            instance.flash = part.armour < from.parts[i].armour ? 0.16F * view.visuals.flashes : 0.0F;
            instance.glow = 1;
            if (kind.size != KindSize::boss && !is_exposed(level_, enemy, i)) swell(enemy, 1 - input.alpha, instance);
            if (kind.size >= KindSize::medium) warn(kind, part, units(def.radius), at, 1 - input.alpha, instance, view);
            const std::uint32_t mesh = cast_.parts[kind.parts.first + i];
            const models::Skeleton& skeleton = cast_.skeletons[mesh];
            if (!skeleton.empty() && is_worth_a_pose(shown, units(def.radius))) {
                const float aiming = warning_of(level_, kind.size, part, 1 - input.alpha);
                const Urge urge{.seconds = (static_cast<float>(enemy.age) - 1 + input.alpha) * kTickSeconds + instance.seed,
                                .turning = roll / kRollMax,
                                .firing = recoil / kRecoilMax,
                                .aiming = aiming,
                                .hurt = instance.wound,
                                .target = aim_of(level_, input.before, input.now, enemy, part, aiming, input.alpha)};
                instance.pose = add_pose(skeleton, urge, place, view);
            }
            view.instances.add({mesh, instance});
            draw_burrs(part, shown, units(def.radius), view);
        }
        const Vec2 middle = math::lerp(client::in_field(from.at), client::in_field(enemy.at), input.alpha);
        const float radius = units(kind.radius);
        // A small enemy has a bright lamp of its own, to stand out against the dark; a large one is visible without.
        const float lamp = 0.85F / (0.6F + radius * 0.8F);
        view.points.add({{middle.x, middle.y, radius + 0.8F},
                         radius * 1.6F + 1.6F,
                         {middle.x, middle.y, radius + 0.8F},
                         0,
                         Vec3{0.9F, 1.0F, 0.97F} * lamp,
                         1});
        if (kind.size == KindSize::boss) {
            const BossBar bar = boss_bar_of(input.now, level_, enemy);
            if (bar.full < 0) continue;
            view.hud.boss = bar;
            if (has_clock(level_)) view.hud.boss.clock = clock_text(enemy.age);
            view.hud.boss_name = boss_name_of(level_, kind);
            view.hud.boss_hint = boss_text(tr("Fire together!"));
        }
    }
}

void Stage::draw_missiles(const StageInput& input, View& view) {
    for (const Missile& missile : input.now.missiles.live()) {
        const Missile* from = &missile;
        for (const Missile& other : input.before.missiles.live()) {
            if (other.owner == missile.owner && other.number == missile.number) from = &other;
        }
        const Vec2 at = math::lerp(client::in_field(from->at), client::in_field(missile.at), input.alpha);
        const float turn = angle_between(from->heading, missile.heading, input.alpha);
        InstanceData instance = at_place(math::transform(math::turn({0, 0, 1}, turn), {at.x, at.y, 0}));
        instance.tint = {1, 0.8F, 0.7F};
        add_heat(kMissileTail, at, {.way = {std::cos(turn), std::sin(turn)}}, static_cast<float>(missile.number), view.bends);
        instance.flash = missile.armour < from->armour ? 0.5F * view.visuals.flashes : 0.0F;
        view.instances.add({cast_.missiles[missile.def], instance});
        view.points.add({{at.x, at.y, 0.6F}, 2.4F, {at.x, at.y, 0.6F}, 0, {1.2F, 0.5F, 0.15F}, 1});
    }
}

}  // namespace albireo::scene
