#pragma once
/// The rock that is seen, from the rock that is hit. A tile's mesh has two parts: the face, which is the wall polygons
/// themselves, swelling toward the eye away from their edge; and the cliffs, which fall away from every open edge into
/// the depth, ledge by ledge, by midpoint displacement.
///
/// 1. At z = 0 the mesh's outline is the polygons' outline, exactly: what looks like rock there is rock.
/// 2. At a tile's first and last column everything is the same for all tiles whose edges meet there, so tiles join in
///    any order without a seam, and loops loop.
/// 3. The same tile gives the same mesh.
#include "client/math/vec.hpp"
#include "client/scene/stock.hpp"
#include "sim/level/level.hpp"

namespace albireo::scene {

/// In the tile's own coordinates.
StockMesh tile_mesh(const Level& level, std::size_t tile);

/// A strip of far mesas that repeats every kRidgeLength units; its front is at z = 0 of its own.
inline constexpr float kRidgeLength = 96;
StockMesh ridge_mesh(std::uint32_t seed, float height);

}  // namespace albireo::scene
