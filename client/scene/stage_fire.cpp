/// The stage's fire: shots, beams, lightning.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "client/predict/bodies.hpp"
#include "client/scene/lightning.hpp"
#include "client/scene/recipes.hpp"
#include "client/scene/stage.hpp"
#include "client/scene/stage_draw.hpp"
#include "sim/game/bullet.hpp"
#include "sim/game/dust.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/sea.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::scene {
namespace {

/// A weapon's shots, plain and charged. The ribbon fires none.
struct WeaponLook {
    ShotLook plain, charged;
};
constexpr auto kLooks = std::to_array<WeaponLook>({{ShotLook::needle, ShotLook::lance},    // needle
                                                   {ShotLook::fan, ShotLook::fan},         // fan
                                                   {ShotLook::seeker, ShotLook::burr},     // seekers
                                                   {ShotLook::needle, ShotLook::lance}});  // ribbon
static_assert(kLooks.size() == kWeaponCount, "the shots of every weapon have a look");

/// How brightly a bullet flares up, 0 … 1. It flares three times before it changes its motion.
float pulse_of(const Level& level, const EnemyShot& shot, float left) {
    const std::uint16_t ticks = ticks_to_change(level, shot);
    if (ticks == 0 || ticks > kRestTicks) return 0;
    constexpr float kBeats = 3;
    return 0.5F - 0.5F * std::cos((static_cast<float>(ticks) + left) * 2 * std::numbers::pi_v<float> * kBeats / kRestTicks);
}

}  // namespace

void Stage::draw_shots(const StageInput& input, View& view) {
    const float left = 1 - input.alpha;
    for (const EnemyShot& shot : input.now.enemy_shots.live()) {
        const GunDef& gun = level_.guns[shot.gun];
        const Vec2 speed = client::in_field(shot.speed);
        const Vec2 at = client::in_field(shot.at) - speed * left;
        const auto look = static_cast<std::size_t>(look_of(level_, shot) % 4);
        // A bullet at rest points in the direction in which it will fly on.
        const Vec2 along = shot.speed == albireo::Vec2{} ? client::in_field(polar(shot.heading, 1_u))
                                                         : math::normalized_or(speed, Vec2{-1, 0});
        view.enemy_shots.add({at, along, units(gun.radius), static_cast<float>(look), packed(colours_.enemy[look]),
                              1 + pulse_of(level_, shot, left)});
        // A light for every second shot: hundreds are enough to make the rock glow.
        if (shot.number % 2 == 0 && view.points.size() < 420) {
            view.points.add({{at.x, at.y, 0.7F}, 2.0F, {at.x, at.y, 0.7F}, 0, colours_.enemy[look] * 0.40F, 1});
        }
    }
    for (const Slot slot : kSlots) {
        const bool partner = input.remote != nullptr && slot != input.own;
        for (const Shot& shot : input.now.shots[index(slot)].live()) {
            if (partner && input.remote->is_hidden(input.now, shot)) continue;
            draw_shot(slot, drawn_shot(input, slot, shot), view);
        }
    }
    for (PartnerShot shot : fading_.all()) {
        const float ticks = shot.withdrawn - left;
        shot.at = shot.at + shot.speed * ticks;
        shot.opacity *= client::shot_fade(ticks);
        draw_shot(other(input.own), shot, view);
    }
}

/// A player's shot as it is drawn at this moment.
Stage::PartnerShot Stage::drawn_shot(const StageInput& input, Slot slot, const Shot& shot) const {
    const float left = 1 - input.alpha;
    const Vec2 speed = client::in_field(shot.speed);
    Vec2 at = client::in_field(shot.at) - speed * left;
    if (input.remote != nullptr && slot != input.own) {
        const auto known = static_cast<float>(input.remote->known_for(input.now, shot, input.predicted));
        // Eased from the line that currently leaves the partner's nose to the true position, at this moment between
        // ticks.
        const Vec2 nose = ship_place(input, slot) + client::in_field(kNose);
        const float flown = math::length(speed) * std::max(static_cast<float>(shot.age) - left, 0.0F);
        const Vec2 ahead = nose + math::normalized_or(speed, Vec2{1, 0}) * flown;
        at = math::lerp(ahead, at, client::shot_ease(known - left));
    }
    const bool powered = shot.powered != 0;
    const auto& looks = kLooks[static_cast<std::size_t>(shot.weapon)];
    return {.number = shot.number,
            .fired_at = input.now.clock - shot.age,
            .at = at,
            .speed = speed,
            .radius = client::shot_radius(shot),
            .opacity = powered ? 1.25F : 1.0F,
            .look = powered ? looks.charged : looks.plain};
}

void Stage::draw_shot(Slot slot, const PartnerShot& shot, View& view) const {
    const bool own = !options_.own || *options_.own == slot;
    view.player_shots.add({shot.at, math::normalized_or(shot.speed, Vec2{1, 0}), shot.radius,
                           static_cast<float>(shot.look), packed(colours_.player[index(slot)]),
                           (own ? view.visuals.own_shot_opacity : 1.0F) * shot.opacity});
    if (shot.number.value % 2 == 0 && view.points.size() < 560) {
        const float light = 0.30F * std::min(shot.opacity, 1.0F);
        const Vec3 at{shot.at.x, shot.at.y, 0.8F};
        view.points.add({at, 1.8F, at, 0, colours_.player[index(slot)] * light, 1});
    }
}

/// Lets the partner's shots fade that were drawn at the end of the last tick and that a rebuild has withdrawn since.
void Stage::withdraw(const StageInput& input) {
    for (PartnerShot& shot : fading_.all()) ++shot.withdrawn;
    if (input.remote != nullptr && partner_shots_at_ == input.before.tick) {
        const auto there = input.before.shots[index(other(input.own))].live();
        for (PartnerShot shot : partner_shots_.all()) {
            const bool stays = std::any_of(there.begin(), there.end(), [&](const Shot& other) {
                return other.number == shot.number && input.before.clock - other.age == shot.fired_at;
            });
            if (stays) continue;
            shot.withdrawn = 1;
            fading_.add(shot);
        }
    }
    auto shots = fading_.all();
    const auto faded = [](const PartnerShot& shot) { return shot.withdrawn > client::kShotFadeTicks; };
    fading_.shrink(static_cast<std::size_t>(std::remove_if(shots.begin(), shots.end(), faded) - shots.begin()));
}

void Stage::remember_shots(const StageInput& input) {
    partner_shots_.clear();
    partner_shots_at_ = input.now.tick;
    if (input.remote == nullptr) return;
    const Slot partner = other(input.own);
    for (const Shot& shot : input.now.shots[index(partner)].live()) {
        if (!input.remote->is_hidden(input.now, shot)) partner_shots_.add(drawn_shot(input, partner, shot));
    }
}

void Stage::draw_beams(const StageInput& input, View& view) {
    const auto light_along = [&](Vec2 from, Vec2 bend, Vec2 tip, Vec3 colour, float radius) {
        // Capsules along the curve: four are enough to light its surroundings.
        Vec2 last = from;
        for (int i = 1; i <= 4; ++i) {
            const float t = static_cast<float>(i) / 4;
            const Vec2 next = math::lerp(math::lerp(from, bend, t), math::lerp(bend, tip, t), t);
            view.capsules.add({{last.x, last.y, 0.5F}, radius, {next.x, next.y, 0.5F}, 0, colour, 1});
            last = next;
        }
    };
    const auto heat_along = [&](Vec2 from, Vec2 bend, Vec2 tip, float heat) {
        const HeatRow& row = kBeamMouth.heat;
        const Vec2 middle = (from + bend * 2 + tip) * 0.25F;
        for (const auto& [a, b] : {std::pair{from, middle}, std::pair{middle, tip}}) {
            view.bends.add({.from = a, .to = b, .radius = row.radius.base, .strength = row.strength * heat});
        }
    };
    const auto now = input.now.beams.live();
    for (std::size_t i = 0; i < now.size(); ++i) {
        const Beam& beam = now[i];
        const Beam* from = &beam;
        for (const Beam& other : input.before.beams.live()) {
            if (other.owner == beam.owner && other.part == beam.part && other.copy == beam.copy && other.burning == beam.burning) from = &other;
        }
        const auto between = [&](albireo::Vec2 a, albireo::Vec2 b) {
            return math::lerp(client::in_field(a), client::in_field(b), input.alpha);
        };
        const BeamDef& def = level_.beams[beam.def];
        const Vec2 a = between(from->from, beam.from), b = between(from->bend, beam.bend),
                   c = between(from->tip, beam.tip);
        const Vec3 colour = colours_.beam[beam.def % colours_.beam.size()];
        const float left = static_cast<float>(beam.left) + 1 - input.alpha;  // ticks
        if (beam.burning == 0) {
            const float near = 1 - left / static_cast<float>(std::max<std::uint16_t>(def.telegraph, 1));
            view.ribbons.add({a, b, c, units(def.half_width), static_cast<float>(RibbonLook::warning), colour, near});
        } else {
            const float since = static_cast<float>(def.burn) - left;
            const float heat = std::clamp(std::min(since / 4 + 0.3F, left / 6 + 0.1F), 0.0F, 1.0F);
            view.ribbons.add({a, b, c, units(def.half_width), static_cast<float>(RibbonLook::enemy), colour, heat});
            light_along(a, b, c, colour * (1.5F * heat), 3.5F);
            heat_along(a, b, c, heat);
        }
    }
    for (const Slot slot : kSlots) {
        const Ship& ship = input.now.ships[index(slot)];
        if (ship.ribbon == 0 || !is_flying(ship)) continue;
        const auto ribbon = client::ribbon_of(ship);
        const Vec2 off = ship_place(input, slot) - client::in_field(ship.at);
        const Vec2 nose = Vec2{ribbon.a.x, ribbon.a.y} + off, b = Vec2{ribbon.b.x, ribbon.b.y} + off,
                   c{ribbon.c.x, ribbon.c.y};
        // The burning line begins slightly behind the ship's tip.
        const Vec2 a = nose - math::normalized_or(b - nose, Vec2{1, 0}) * 0.25F;
        const Vec3 colour = colours_.player[index(slot)];
        // A charged one is wider and not brighter: no threat may be less bright than what a player holds.
        const bool is_charged = is_charged_ribbon(ship.ribbon);
        view.ribbons.add({a, b, c, ribbon.radius * (is_charged ? 1.5F : 1.25F), static_cast<float>(RibbonLook::player), colour,
                          is_charged ? 0.80F : 0.75F});
        light_along(a, b, c, colour * 0.6F, 2.8F);
        if (ship.ribbon == kWhip) draw_whip(input, slot, c, view);
    }
}

/// The hops of a whip, from its first target to the next and on.
void Stage::draw_whip(const StageInput& input, Slot slot, Vec2 from, View& view) const {
    const Touches& touches = input.now.touches[index(slot)];
    const Vec3 colour = colours_.player[index(slot)];
    for (std::uint32_t hop = 1; hop <= kWhipHops; ++hop) {
        const auto touch = std::ranges::find(touches, static_cast<std::uint16_t>(1 + hop), &Touch::used);
        const Enemy* enemy = touch != touches.end() ? find_enemy(input.now, touch->enemy) : nullptr;
        if (enemy == nullptr || touch->part >= enemy->part_count) return;
        const Enemy* before = find_enemy(input.before, touch->enemy);
        Vec2 to = part_place(*enemy, touch->part);
        if (before != nullptr) to = math::lerp(part_place(*before, touch->part), to, input.alpha);
        const Vec2 way = to - from;
        const float swing = std::sin(view.seconds * 23 + static_cast<float>(hop) * 2) * 0.25F;
        const Vec2 bend = (from + to) * 0.5F + Vec2{-way.y, way.x} * swing;
        view.ribbons.add({from, bend, to, 0.20F - 0.03F * static_cast<float>(hop), static_cast<float>(RibbonLook::line), colour, 0.9F});
        view.points.add({{to.x, to.y, 0.8F}, 2.2F, {to.x, to.y, 0.8F}, 0, colour, 1});
        from = to;
    }
}

/// A bulwark: an arc at exactly the reach of the core's sector, in which enemy shots turn to dust, and a second arc that runs
/// out to it again and again.
void Stage::draw_bulwarks(const StageInput& input, View& view) const {
    const float half = std::atan(units(kGuardSlope));
    for (const Slot slot : kSlots) {
        if (!has_bulwark(input.now, slot)) continue;
        const Vec2 at = ship_place(input, slot);
        const Vec3 colour = colours_.player[index(slot)];
        const float run = view.seconds * 2.5F - std::floor(view.seconds * 2.5F);
        for (const auto& [share, heat] : {std::pair{1.0F, 1.2F}, std::pair{0.45F + 0.55F * run, 0.5F * (1 - run)}}) {
            const float radius = units(kGuardReach) * share;
            const auto spot = [&](float angle, float reach) { return at + Vec2{std::cos(angle), std::sin(angle)} * reach; };
            for (const float side : {-half, half}) {  // a quadratic curve is round for 70 degrees, not for 140
                view.ribbons.add({spot(side, radius), spot(side / 2, radius / std::cos(half / 2)), spot(0, radius), 0.09F,
                                  static_cast<float>(RibbonLook::line), colour, heat});
            }
        }
        view.points.add({{at.x + 1, at.y, 0.8F}, 3.2F, {at.x + 1, at.y, 0.8F}, 0, colour * 0.8F, 1});
    }
}

/// A gauge of the ship's remaining breath above it, unless it is full. The last quarter is red.
void Stage::draw_breath(const StageInput& input, View& view) const {
    for (const Slot slot : kSlots) {
        const Ship& ship = input.now.ships[index(slot)];
        if (!is_flying(ship) || ship.breath == 0 || level_.breath == 0) continue;
        const float share = std::max(1 - static_cast<float>(ship.breath) / static_cast<float>(level_.breath), 0.0F);
        const Vec2 from = ship_place(input, slot) + Vec2{-0.6F, 0.75F}, to = from + Vec2{1.2F * share, 0};
        const Vec3 colour = share < 0.25F ? Vec3{1, 0.10F, 0.06F} : Vec3{0.45F, 0.60F, 0.58F};
        view.ribbons.add({from, (from + to) * 0.5F, to, 0.06F, static_cast<float>(RibbonLook::line), colour, 1});
    }
}

/// Rings slow down as they run outward, and fade.
void Stage::draw_shocks(float alpha, View& view) const {
    for (const Shock& shock : shocks_.all()) {
        const float left = 1 - std::max(shock.age - (1 - alpha) * kTickSeconds, 0.0F) / shock.life;
        view.bends.add({.from = shock.at, .to = shock.at, .radius = shock.reach * (1 - left * left), .width = shock.width, .strength = shock.strength * left});
    }
}

/// The thread between linked ships: half of it in each player's colour.
void Stage::draw_link(const StageInput& input, View& view) {
    if (!is_linked(input.now) || !is_linked(input.before)) return;
    constexpr float kWidth = 0.07F, kHeat = 0.4F;
    const Vec2 middle = (ship_place(input, Slot::gold) + ship_place(input, Slot::blue)) * 0.5F;
    for (const Slot slot : kSlots) {
        const Vec2 from = ship_place(input, slot);
        view.ribbons.add({from, (from + middle) * 0.5F, middle, kWidth, static_cast<float>(RibbonLook::player),
                          colours_.player[index(slot)], kHeat});
    }
}

void Stage::draw_bolts(const StageInput& input, View& view) {
    // Many bolts together add little more light than one: their targets must remain visible.
    const float share = 1 / std::sqrt(std::max(1.0F, static_cast<float>(bolts_.size()) / 2));
    // Each bolt takes room for its strands, two at a time; the bolt between the ships is doubled.
    std::size_t strands = 0;
    for (const Bolt& bolt : bolts_.all()) strands += bolt.between_ships ? 4 : 2;
    for (const Bolt& bolt : bolts_.all()) {
        const Vec2 from = ship_place(input, bolt.slot);
        Vec2 to = bolt.at;
        if (bolt.between_ships) {
            to = ship_place(input, other(bolt.slot));
        } else if (const Enemy* enemy = find_enemy(input.now, bolt.target); enemy != nullptr) {
            to = part_place(*enemy, bolt.part);
            const Enemy* before = find_enemy(input.before, bolt.target);
            if (before != nullptr) to = math::lerp(part_place(*before, bolt.part), to, input.alpha);
        }
        const float age = bolt.age + input.alpha / 60;
        const float fade = std::clamp((kBoltSeconds - age) / 0.3F, 0.0F, 1.0F);
        const Vec3 own = colours_.player[index(bolt.slot)];
        const Vec3 colour = bolt.of_combined_storm ? Vec3{0.52F, 0.30F, 1.0F} : own * 0.95F + Vec3{0.05F, 0.06F, 0.08F};
        BoltDef def{.from = from,
                    .to = to,
                    .seed = bolt.seed,
                    .jitter_seed = input.now.tick.value + 1,  // 0 would mean none
                    .colour = colour,
                    .half_width = bolt.of_combined_storm ? 0.30F : 0.22F,
                    .light = fade,
                    .forks = bolt.of_combined_storm ? 6 : 4,
                    .vertices_max = decltype(view.bolts)::kMax / strands};
        add_alternating_bolt(view.bolts, def, age);
        if (bolt.between_ships) {
            def.seed ^= 0x9e37U;
            def.half_width = 0.45F;
            add_alternating_bolt(view.bolts, def, age + 0.08F);
        }
        view.capsules.add({{from.x, from.y, 0.8F}, 3.2F, {to.x, to.y, 0.8F}, 0, colour * (0.9F * fade * share), 1});
        view.points.add({{to.x, to.y, 1.0F}, 4.0F, {to.x, to.y, 1.0F}, 0, colour * (1.2F * fade * share), 1});
    }
}

}  // namespace albireo::scene
