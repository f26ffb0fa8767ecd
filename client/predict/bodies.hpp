#pragma once
/// The meshes of everything in a level and their poses. The meshes that are drawn are the meshes that are hit. Built
/// once for a level, then read-only; the level must outlive it.
///
/// The field's x and y are the meshes' world, z = 0 the plane of play, z toward the viewer. Meshes face along their own
/// +x. Enemies fly to the left at heading 0, so their meshes are rotated half a turn about z from their heading, which
/// maps a part's position (x, y) to (−x, −y) in the mesh's space: a part above its enemy is on the mesh's −y side.
#include <cassert>
#include <memory>
#include <vector>

#include "client/collide/beam.hpp"
#include "client/collide/mesh.hpp"
#include "client/collide/wall.hpp"
#include "client/models/catalog.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::client {

/// Half the width within which a ribbon touches, in units.
inline constexpr float kRibbonRadius = 0.14F;
inline constexpr float kRibbonPoweredRadius = 0.22F;

/// The radius of a player's shot in units, by weapon and power.
float shot_radius(const Shot& shot);

/// The mesh to request from the catalogue.
models::Wanted wanted_part(const Level& level, const KindDef& kind, std::size_t part);
models::Wanted wanted_missile(const Level& level, const MissileDef& missile);

/// The poses of meshes in the field, in units.
math::Transform part_pose(const Enemy& enemy, std::size_t part);
math::Transform missile_pose(const Missile& missile);
math::Transform ship_pose(const Ship& ship);

/// The ribbon of a ship that has one this tick: a curve from the nose, pulled straight ahead, to its aim.
collide::Beam ribbon_of(const Ship& ship);
collide::Beam beam_of(const Level& level, const albireo::Beam& beam);

class Bodies {
  public:
    /// Builds the meshes that the level needs from `catalog`, which must outlive this object.
    Bodies(const Level& level, models::Catalog& catalog);

    /// By index in Level::parts, Level::missiles; the static rock of Level::tiles; a moving wall of Level::walls.
    const collide::Mesh& part(std::size_t index) const {
        assert(index < parts_.size() && parts_[index] != nullptr && "every part of a kind has a mesh");
        return *parts_[index];
    }
    const collide::Mesh& missile(std::size_t index) const {
        assert(index < missiles_.size() && "a missile of this level");
        return *missiles_[index];
    }
    const collide::Walls& walls(std::size_t tile) const {
        assert(tile < walls_.size() && "a tile of this level");
        return walls_[tile];
    }
    const collide::Walls& moving_wall(std::size_t wall) const {
        assert(wall < moving_walls_.size() && !moving_walls_[wall].empty() && "a wall of this level that moves");
        return moving_walls_[wall];
    }
    const collide::SphereSet& ship() const { return ship_; }

    /// Makes the ship's hull larger by that many units on every side. For measuring how much room a ship has; no game does.
    void widen_ship(float by);

  private:
    std::vector<std::shared_ptr<const collide::Mesh>> parts_;  // equal ones are shared
    std::vector<std::shared_ptr<const collide::Mesh>> missiles_;
    std::vector<collide::Walls> walls_, moving_walls_;
    collide::SphereSet ship_;
};

}  // namespace albireo::client
