#pragma once
/// Builds the visible rock from the rock that collides. A tile's mesh has two parts: the face, which is the wall polygons
/// themselves, bulging toward the eye away from their edge; and the cliffs, which descend from every open edge into
/// the depth, ledge by ledge, by midpoint displacement.
///
/// 1. At z = 0 the mesh's outline is exactly the polygons' outline: everything that looks like rock there collides.
/// 2. At its first and last column a tile matches all tiles whose edges meet there, so tiles join in
///    any order without a seam, including in loops.
/// 3. The same tile gives the same mesh.
#include "client/math/vec.hpp"
#include "client/scene/level_meshes.hpp"
#include "sim/level/level.hpp"

namespace albireo::scene {

/// The static rock of a tile, and one of its moving walls at the points that the level has. In the tile's own
/// coordinates.
LevelMesh tile_mesh(const Level& level, std::size_t tile);
LevelMesh moving_wall_mesh(const Level& level, std::size_t tile, const WallDef& wall);

}  // namespace albireo::scene
