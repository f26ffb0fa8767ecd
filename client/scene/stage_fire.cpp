/// The stage's fire: shots, beams, lightning; the HUD; the debug view.
#include <cmath>
#include <cstring>

#include "client/predict/bodies.hpp"
#include "client/scene/lightning.hpp"
#include "client/scene/stage.hpp"
#include "client/scene/stage_draw.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

constexpr Vec3 kShotLights[4] = {{1.0F, 0.12F, 0.38F}, {1.0F, 0.30F, 0.05F}, {0.35F, 1.0F, 0.2F}, {0.7F, 0.2F, 1.0F}};

std::uint32_t coloured(float r, float g, float b, float a) {
    const auto byte = [](float x) { return static_cast<std::uint32_t>(x * 255); };
    return byte(r) | byte(g) << 8 | byte(b) << 16 | byte(a) << 24;
}

void add_circle(View& view, Vec2 at, float radius, std::uint32_t colour) {
    constexpr int kSides = 20;
    Vec2 last{at.x + radius, at.y};
    for (int i = 1; i <= kSides; ++i) {
        const float angle = 6.2831853F * static_cast<float>(i) / kSides;
        const Vec2 next{at.x + radius * std::cos(angle), at.y + radius * std::sin(angle)};
        view.lines.add({{last.x, last.y, 0}, colour, {next.x, next.y, 0}, 0});
        last = next;
    }
}

}  // namespace

void Stage::draw_shots(const Moment& moment, View& view) {
    const float left = 1 - moment.alpha;
    for (const EnemyShot& shot : moment.now.enemy_shots.live()) {
        const GunDef& gun = level_.guns[shot.gun];
        const Vec2 speed = client::in_field(shot.speed);
        const Vec2 at = client::in_field(shot.at) - speed * left;
        const auto look = static_cast<std::size_t>(gun.look % 4);
        view.enemy_shots.add(
            {at, math::normalized_or(speed, Vec2{-1, 0}), units_of(gun.radius), static_cast<float>(look), 0, 1});
        // A light for every other: hundreds are enough to make the rock glow.
        if (shot.number % 2 == 0 && view.points.size() < 420) {
            view.points.add({{at.x, at.y, 0.7F}, 2.0F, {at.x, at.y, 0.7F}, 0, kShotLights[look] * 0.55F, 1});
        }
    }
    for (const Slot slot : kSlots) {
        const bool partner = moment.remote != nullptr && slot != moment.own;
        const Vec2 nose = ship_place(moment, slot) + client::in_field(kNose);
        for (const Shot& shot : moment.now.shots[index(slot)].live()) {
            const Vec2 speed = client::in_field(shot.speed);
            Vec2 at = client::in_field(shot.at) - speed * left;
            if (partner) {
                if (moment.remote->is_hidden(shot.number)) continue;
                const float w = client::shot_ease(moment.remote->known_for(shot.number, moment.predicted));
                // Eased from the line that leaves his nose now into the true place.
                const float flown = math::length(speed) * static_cast<float>(shot.age);
                const Vec2 ahead = nose + math::normalized_or(speed, Vec2{1, 0}) * flown;
                at = math::lerp(ahead, at, w);
            }
            const ShotLook look = shot.weapon == Weapon::fan       ? ShotLook::fan
                                  : shot.weapon == Weapon::seekers ? ShotLook::seeker
                                                                   : ShotLook::needle;
            const float size = client::shot_radius(shot);
            const float fade =
                (slot == moment.own ? options_.own_shot_opacity : 1.0F) * (shot.powered != 0 ? 1.25F : 1.0F);
            view.player_shots.add({at, math::normalized_or(speed, Vec2{1, 0}), size, static_cast<float>(look),
                                   static_cast<float>(index(slot)), fade});
            if (shot.number.value % 2 == 0 && view.points.size() < 560) {
                view.points.add({{at.x, at.y, 0.8F}, 1.8F, {at.x, at.y, 0.8F}, 0, player_colour(slot) * 0.30F, 1});
            }
        }
    }
}

void Stage::draw_beams(const Moment& moment, View& view) {
    const auto light_along = [&](Vec2 from, Vec2 bend, Vec2 tip, Vec3 colour, float radius) {
        // Capsules along the curve: four are enough for its light.
        Vec2 last = from;
        for (int i = 1; i <= 4; ++i) {
            const float t = static_cast<float>(i) / 4;
            const Vec2 next = math::lerp(math::lerp(from, bend, t), math::lerp(bend, tip, t), t);
            view.capsules.add({{last.x, last.y, 0.5F}, radius, {next.x, next.y, 0.5F}, 0, colour, 1});
            last = next;
        }
    };
    const auto now = moment.now.beams.live();
    for (std::size_t i = 0; i < now.size(); ++i) {
        const Beam& beam = now[i];
        const Beam* from = &beam;
        for (const Beam& other : moment.before.beams.live()) {
            if (other.owner == beam.owner && other.part == beam.part && other.burning == beam.burning) from = &other;
        }
        const auto between = [&](albireo::Vec2 a, albireo::Vec2 b) {
            return math::lerp(client::in_field(a), client::in_field(b), moment.alpha);
        };
        const BeamDef& def = level_.beams[beam.def];
        const Vec2 a = between(from->from, beam.from), b = between(from->bend, beam.bend),
                   c = between(from->tip, beam.tip);
        const Vec3 colour = beam_colour(beam.def);
        if (beam.burning == 0) {
            const float near =
                1 - static_cast<float>(beam.left) / static_cast<float>(std::max<std::uint16_t>(def.telegraph, 1));
            view.ribbons.add(
                {a, b, c, units_of(def.half_width), static_cast<float>(RibbonLook::warning), colour, near});
        } else {
            const float since = static_cast<float>(def.burn) - static_cast<float>(beam.left);
            const float heat =
                std::clamp(std::min(since / 4 + 0.3F, static_cast<float>(beam.left) / 6 + 0.1F), 0.0F, 1.0F);
            view.ribbons.add({a, b, c, units_of(def.half_width), static_cast<float>(RibbonLook::enemy), colour, heat});
            light_along(a, b, c, colour * (1.5F * heat), 3.5F);
        }
    }
    for (const Slot slot : kSlots) {
        const Ship& ship = moment.now.ships[index(slot)];
        if (ship.ribbon == 0 || !is_flying(ship)) continue;
        const auto ribbon = client::ribbon_of(ship);
        const Vec2 off = ship_place(moment, slot) - client::in_field(ship.at);
        const Vec2 a = Vec2{ribbon.a.x, ribbon.a.y} + off, b = Vec2{ribbon.b.x, ribbon.b.y} + off,
                   c{ribbon.c.x, ribbon.c.y};
        const Vec3 colour = player_colour(slot);
        view.ribbons.add({a, b, c, ribbon.radius * 1.25F, static_cast<float>(RibbonLook::player), colour,
                          ship.ribbon == 2 ? 1.25F : 1.0F});
        light_along(a, b, c, colour * 0.9F, 2.8F);
    }
}

void Stage::draw_bolts(const Moment& moment, View& view) {
    for (const Bolt& bolt : bolts_.all()) {
        const Vec2 from = ship_place(moment, bolt.slot);
        Vec2 to = bolt.at;
        if (bolt.between_ships) {
            to = ship_place(moment, other(bolt.slot));
        } else if (const Enemy* enemy = find_enemy(moment.now, bolt.target); enemy != nullptr) {
            to = client::in_field(
                enemy->parts[static_cast<std::size_t>(std::min<int>(bolt.part, enemy->part_count - 1))].at);
        }
        const float age = bolt.age + moment.alpha / 60;
        const float fade = std::clamp((kBoltSeconds - age) / 0.3F, 0.0F, 1.0F);
        const Vec3 own = player_colour(bolt.slot);
        const Vec3 colour = bolt.storm ? Vec3{0.62F, 0.42F, 1.0F} : own * 0.95F + Vec3{0.06F, 0.08F, 0.14F};
        BoltDef def{.from = from,
                    .to = to,
                    .seed = bolt.seed,
                    .jitter_seed = view.frame,
                    .colour = colour,
                    .half_width = bolt.storm ? 0.30F : 0.22F,
                    .light = fade,
                    .forks = bolt.storm ? 6 : 4};
        add_alternating_bolt(view.bolts, def, age);
        if (bolt.between_ships) {
            def.seed ^= 0x9e37U;
            def.half_width = 0.45F;
            add_alternating_bolt(view.bolts, def, age + 0.08F);
        }
        view.capsules.add({{from.x, from.y, 0.8F}, 3.2F, {to.x, to.y, 0.8F}, 0, colour * (1.1F * fade), 1});
        view.points.add({{to.x, to.y, 1.0F}, 4.0F, {to.x, to.y, 1.0F}, 0, colour * (2.2F * fade), 1});
    }
}

void Stage::fill_hud(const Moment& moment, View& view) {
    Hud& hud = view.hud;
    hud.theme = options_.theme;
    hud.team_score = 0;
    for (const Slot slot : kSlots) {
        HudPlayer& player = hud.players[index(slot)];
        const Ship& ship = moment.now.ships[index(slot)];
        const Purse& purse = moment.now.purses[index(slot)];
        const std::string& name = options_.names[index(slot)];
        player.name = {};
        std::copy_n(name.begin(), std::min(name.size(), player.name.size() - 1), player.name.begin());
        player.here = ((moment.now.flow.players >> index(slot)) & 1) != 0;
        player.lives = ship.lives;
        player.score = purse.score;
        player.multiplier = purse.multiplier;
        player.charge = std::clamp(static_cast<float>(purse.charge) / static_cast<float>(kChargeFull), 0.0F, 1.0F);
        player.gold = std::clamp(static_cast<float>(purse.gold) / static_cast<float>(kGoldFull), 0.0F, 1.0F);
        player.weapon = static_cast<int>(ship.weapon);
        player.powered = ship.powered != 0;
        hud.team_score += purse.score;
    }
    hud.message = message_;
    hud.warning = warning_;
}

void Stage::draw_debug(const Moment& moment, View& view) {
    const std::uint32_t red = coloured(1, 0.3F, 0.3F, 0.9F), green = coloured(0.3F, 1, 0.4F, 0.9F),
                        grey = coloured(0.7F, 0.7F, 0.7F, 0.5F);
    const std::uint32_t yellow = coloured(1, 0.9F, 0.2F, 0.9F), cyan = coloured(0.3F, 0.9F, 1, 0.6F);
    for (const Enemy& enemy : moment.now.enemies.live()) {
        const KindDef& kind = level_.kinds[enemy.kind];
        add_circle(view, client::in_field(enemy.at), units_of(kind.radius), grey);
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            if ((enemy.parts[i].flags & kPartAlive) == 0) continue;
            add_circle(view, client::in_field(enemy.parts[i].at), units_of(level_.parts[kind.parts.first + i].radius),
                       is_exposed(level_, enemy, i) ? green : grey);
        }
        if (enemy.mover == Mover::path && enemy.path < level_.path_samples.size()) {
            const auto& points = level_.path_samples[enemy.path].points;
            const Vec2 off = client::in_field(enemy.from);
            for (std::size_t i = 0; i + 4 < points.size(); i += 4) {
                const Vec2 a = client::in_field(points[i]) + off, b = client::in_field(points[i + 4]) + off;
                view.lines.add({{a.x, a.y, 0}, cyan, {b.x, b.y, 0}, 0});
            }
        }
    }
    for (const EnemyShot& shot : moment.now.enemy_shots.live()) {
        add_circle(view, client::in_field(shot.at), units_of(level_.guns[shot.gun].radius), red);
    }
    for (const Slot slot : kSlots) {
        if (!is_flying(moment.now.ships[index(slot)])) continue;
        const Vec2 at = client::in_field(moment.now.ships[index(slot)].at);
        for (const auto& sphere : spheres_) add_circle(view, {at.x + sphere[0], at.y + sphere[1]}, sphere[3], yellow);
        for (const Shot& shot : moment.now.shots[index(slot)].live()) {
            add_circle(view, client::in_field(shot.at), client::shot_radius(shot), cyan);
        }
    }
    for_each_placed_tile(moment.now.scroll, level_, [&](std::uint16_t tile, albireo::Vec2 delta) {
        const TileDef& def = level_.tiles[tile];
        for (std::size_t w = 0; w < def.walls.count; ++w) {
            const Range points = level_.walls[def.walls.first + w].points;
            for (std::size_t i = 0; i < points.count; ++i) {
                const Vec2 a = client::in_field(level_.points[points.first + i] + delta);
                const Vec2 b = client::in_field(level_.points[points.first + (i + 1) % points.count] + delta);
                view.lines.add({{a.x, a.y, 0}, green, {b.x, b.y, 0}, 0});
            }
        }
    });
}

}  // namespace albireo::scene
