#include "client/scene/scenery.hpp"

#include <cmath>

#include "client/scene/palette.hpp"
#include "client/scene/ridge.hpp"
#include "client/scene/stage_draw.hpp"
#include "client/scene/surroundings.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {

InstanceData at_place(const math::Transform& pose, float size) {
    InstanceData instance;
    const math::Mat3 m{pose.turn.x * size, pose.turn.y * size, pose.turn.z * size};
    instance.rows = {m.x.x, m.y.x, m.z.x, pose.at.x, m.x.y, m.y.y, m.z.y, pose.at.y, m.x.z, m.y.z, m.z.z, pose.at.z};
    return instance;
}

namespace {

void draw_far(const Cast& cast, const std::array<float, kBackdrops>& shares, View& view) {
    constexpr float kDepths[3] = {-19, -32, -48};
    // While another backdrop's tiles scroll in, what stands far behind sinks out of the picture, in units.
    constexpr float kMesasSink = 30, kColumnsSink = 100;
    constexpr float kFeet[3] = {-9.5F, -8.0F, -3.5F};
    for (const Cast::Ridges& far : cast.far) {
        const float share = shares[far.backdrop];
        if (share <= 0) continue;
        const float depth = kBackdropTable[far.backdrop].far == Far::columns ? kColumnsSink : kMesasSink;
        const float sunk = depth * (1 - share * share * (3 - 2 * share));
        for (std::size_t i = 0; i < far.meshes.size(); ++i) {
            const float start = -std::fmod(view.scroll.x + 31.0F * static_cast<float>(i), kRidgeLength);
            for (const float lap : {-1.0F, 0.0F, 1.0F}) {
                const float x = start + lap * kRidgeLength;
                if (std::abs(x) > kRidgeLength / 2 + 48) continue;
                view.instances.add({far.meshes[i], at_place({{}, {x, kFeet[i] - view.scroll.y * 0.25F - sunk, kDepths[i]}})});
            }
        }
    }
}

}  // namespace

void draw_scenery(const Scroll& scroll, const Level& level, const Cast& cast, Vec2 off, float left, View& view) {
    // Tiles are drawn at their current places, moved back by the part of this tick's scrolling that is still to come.
    const Vec2 back = off + client::in_field(scroll.moved) * left;
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, albireo::Vec2 delta) {
        const Vec2 at = client::in_field(delta) + back;
        view.instances.add({cast.tiles[placed.tile], at_place({{}, {at.x, at.y, 0}})});
        const auto& moving = level.moving_walls[placed.tile];
        for (std::size_t i = 0; i < moving.size(); ++i) {
            const WallDef& wall = level.walls[moving[i].wall];
            const std::uint16_t ticks = wall_ticks(scroll, placed, wall);
            const bool stands = ticks == 0 || ticks == 65535;
            const Vec2 from = client::in_field(wall_offset(level, wall, stands ? ticks : ticks - 1u));
            const Vec2 to = client::in_field(wall_offset(level, wall, ticks));
            const Vec2 there = at + math::lerp(to, from, left);
            view.instances.add({cast.moving_walls[placed.tile][i], at_place({{}, {there.x, there.y, 0}})});
        }
    });
    draw_far(cast, backdrop_shares(scroll, level, left), view);
}

void draw_far(const Cast& cast, View& view) {
    std::array<float, kBackdrops> shares{};
    shares[cast.far.front().backdrop] = 1;
    draw_far(cast, shares, view);
}

void draw_ship(const ShipDef& ship, std::uint32_t mesh, View& view) {
    const auto place = [&](float ahead, float z) {
        return Vec3{ship.at.x + ahead * ship.size * std::cos(ship.pitch), ship.at.y + ahead * ship.size * std::sin(ship.pitch), z};
    };
    const Vec3 colour = player_colour(ship.slot);
    InstanceData instance = at_place(
        math::transform(math::turn({0, 0, 1}, ship.pitch) * math::turn({1, 0, 0}, 0.35F - ship.lean), place(0, 0)), ship.size);
    instance.tint = colour;
    instance.kind = 1;
    instance.seed = static_cast<float>(index(ship.slot)) * 13;
    // An invulnerable ship blinks.
    if (ship.is_safe) instance.flash = 0.25F + 0.25F * view.visuals.flashes * std::sin(view.seconds * 25);
    instance.glow = 1.0F + 0.15F * std::sin(view.seconds * 40 + instance.seed);
    view.instances.add({mesh, instance});
    const float flare = (0.85F + 0.15F * std::sin(view.seconds * 53 + instance.seed)) * ship.size;
    const Vec3 engine = place(-0.72F, 0);
    view.player_shots.add({{engine.x, engine.y},
                           {std::cos(ship.pitch), std::sin(ship.pitch)},
                           0.17F * flare,
                           static_cast<float>(ShotLook::needle),
                           packed(fire_colours(view.visuals.palette).player[index(ship.slot)]),
                           1.3F});
    const Vec3 behind = place(-0.8F, 0.3F);
    view.points.add({behind, 2.6F, behind, 0, colour * 1.1F, 1});
    // A lamp in front of it, too far from the rock to light it.
    const Vec3 lamp = place(0.2F, 2.2F);
    view.points.add({lamp, 3.0F, lamp, 0, colour * 1.6F, 1});
}

}  // namespace albireo::scene
