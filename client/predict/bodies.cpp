#include "client/predict/bodies.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <utility>

#include "client/models/collision_spheres.hpp"
#include "client/predict/units.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::client {
namespace {

// The greatest distance by which the ribbon's control point is pulled ahead of the nose. The ribbon then deviates from
// its chord by less than the slack that the core allows for it.
constexpr float kRibbonPull = 8;

constexpr std::array kRadius = {0.14F, 0.14F, 0.2F, 0.0F};  // by weapon; the ribbon fires no shots
static_assert(kRadius.size() == kWeaponCount, "the shots of every weapon have a radius");
constexpr float kPoweredSize = 1.4F;
constexpr float kShotRadiusMost = *std::max_element(kRadius.begin(), kRadius.end()) * kPoweredSize;

// A coarse grid halves the time of a tick's sweeps and costs a model at most 14 KB and about 6 ms when a level is
// loaded. A grid of 64 cells would be a tenth faster still, for 256 KB and twelve times the load time.
constexpr int kGridCells = 24;

math::Transform upright(Vec2 at, float turn) {
    return math::transform(math::turn({0, 0, 1}, turn), in_plane(at));
}

}  // namespace

float shot_radius(const Shot& shot) {
    assert(static_cast<std::size_t>(shot.weapon) < kRadius.size() && "the core fires shots of known weapons only");
    return kRadius[static_cast<std::size_t>(shot.weapon)] * (shot.powered != 0 ? kPoweredSize : 1.0F);
}

models::Wanted wanted_part(const Level& level, const KindDef& kind, std::size_t part) {
    assert(part < kind.parts.count && "a part of this kind, not of the next");
    const PartDef& def = level.parts[kind.parts.first + part];
    return {level.name(kind.name), kind.parts.count > 1 ? level.name(def.name) : std::string_view{}, units(def.radius),
            def.offset.y < Fixed{}};
}

models::Wanted wanted_missile(const Level& level, const MissileDef& missile) {
    return {"missile", level.name(missile.name), units(missile.radius), false};
}

math::Transform part_pose(const Enemy& enemy, std::size_t part) {
    assert(part < enemy.part_count && "a part behind the count has no place");
    return upright(enemy.parts[part].at, radians(enemy.heading));
}
math::Transform missile_pose(const Missile& missile) {
    return upright(missile.at, radians(missile.heading));
}
math::Transform ship_pose(const Ship& ship) {
    return {{}, in_plane(ship.at)};
}

collide::Beam ribbon_of(const Ship& ship) {
    assert(ship.ribbon != 0 && "only a ribbon that burns has a curve");
    const math::Vec3 nose = in_plane(ship.at + kNose);
    const math::Vec3 aim = in_plane(ship.aim);
    const float pull = std::min(kRibbonPull, math::length(aim - nose) * 0.5F);
    const float radius = is_charged_ribbon(ship.ribbon) ? kRibbonPoweredRadius : kRibbonRadius;
    if (ship.ribbon == kBridge) return {nose, (nose + aim) * 0.5F, aim, radius};
    return {nose, nose + math::Vec3{pull, 0, 0}, aim, radius};
}

collide::Beam beam_of(const Level& level, const albireo::Beam& beam) {
    assert(beam.def < level.beams.size() && "the core rebuilds its beams from parts of this level");
    return {in_plane(beam.from), in_plane(beam.bend), in_plane(beam.tip), units(level.beams[beam.def].half_width)};
}

Bodies::Bodies(const Level& level, models::Catalog& catalog) {
    std::map<const models::Model*, std::shared_ptr<const collide::Mesh>> built;
    const auto mesh_of = [&](const models::Wanted& wanted) {
        const models::Model& model = catalog.model_for(wanted);
        auto& mesh = built[&model];
        if (mesh == nullptr) {
            mesh = std::make_shared<const collide::Mesh>(collide::Mesh::build(
                model.positions, model.indices, {.grid_cells = kGridCells, .grid_margin = kShotRadiusMost}));
        }
        return mesh;
    };
    parts_.resize(level.parts.size());
    for (const KindDef& kind : level.kinds) {
        for (std::size_t i = 0; i < kind.parts.count; ++i) {
            parts_[kind.parts.first + i] = mesh_of(wanted_part(level, kind, i));
        }
    }
    for (const MissileDef& missile : level.missiles) missiles_.push_back(mesh_of(wanted_missile(level, missile)));
    moving_walls_.resize(level.walls.size());
    for (const TileDef& tile : level.tiles) {
        std::vector<std::vector<math::Vec2>> still;
        for (std::size_t w = tile.walls.first; w < std::size_t{tile.walls.first} + tile.walls.count; ++w) {
            const Range points = level.walls[w].points;
            std::vector<math::Vec2> polygon;
            for (std::size_t i = 0; i < points.count; ++i) polygon.push_back(in_field(level.points[points.first + i]));
            if (level.walls[w].moves()) {
                moving_walls_[w] = collide::Walls(std::span(&polygon, 1));
            } else {
                still.push_back(std::move(polygon));
            }
        }
        walls_.emplace_back(still);
    }
    assert(missiles_.size() == level.missiles.size() && "missiles are found by the level's index");
    assert(walls_.size() == level.tiles.size() && "walls are found by the level's index");
    std::vector<collide::Sphere> spheres;
    for (const models::CollisionSphere& sphere : models::ship_spheres(catalog.ship())) spheres.push_back({sphere.center, sphere.radius});
    ship_ = collide::SphereSet(spheres);
}

void Bodies::widen_ship(float by) {
    std::vector<collide::Sphere> spheres(ship_.spheres().begin(), ship_.spheres().end());
    for (collide::Sphere& sphere : spheres) sphere.radius += by;
    ship_ = collide::SphereSet(spheres);
}

}  // namespace albireo::client
