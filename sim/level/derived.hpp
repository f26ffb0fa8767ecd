#pragma once
/// Data derived from a level's paths and tiles when it is loaded: sampled paths, and the space known to be free of
/// rock. Computed by derive() (level_bytes.hpp), never saved.
#include <cstdint>
#include <vector>

#include "sim/base/vec2.hpp"

namespace albireo {

/// Points of a path, kPathStep apart along it, so that constant speed means a constant number of points per tick. There
/// are at least two. `length` is a whole number of steps, so the last point may be up to one step beyond the path's
/// end, straight on.
struct PathSamples {
    std::vector<Vec2> points;
    Fixed length{};  // (points.size() − 1) × kPathStep
};
inline constexpr Fixed kPathStep = 250_mu;

/// Columns of the field and of tiles are a quarter of a unit wide. The finer they are, the fewer shots need a test
/// against the polygons.
inline constexpr int kWallColumnBits = Fixed::kFractionBits - 2;
inline constexpr std::int32_t kWallColumn = 1 << kWallColumnBits;  // as a raw Fixed
constexpr std::int32_t wall_column(Fixed x) { return wrap32(floor_shift(x.raw, kWallColumnBits)); }

/// The space around the camera's path through a tile (the camera line) that is free of static rock, column by column.
/// Moving walls are not considered. Column i covers every x whose wall_column() is first_column + i. The bound is
/// conservative: a shot inside it needs no test against static polygons. Values are in tile coordinates.
/// 1. A point of column i with low < y < high is in no static polygon of this tile. Nor is any point between two such
///    points.
/// 2. The columns cover the tile's camera line and all its static polygons; outside them the tile has no static rock.
/// 3. Where rock lies on the camera line itself the column is shut (low > high), and the polygons must be tested.
struct TileProfile {
    struct Column {
        Fixed low, high;  // the space between is free; low > high: no space is known to be free

        constexpr bool shut() const { return low > high; }
    };
    static constexpr Fixed kOpen = Fixed{1024 * Fixed::kOneRaw};  // low −kOpen: no rock below; high kOpen: none above
    std::int32_t first_column = 0;
    std::vector<Column> columns;
    std::vector<Column> pairs;  // item i: what is free in columns i − 1 and i both, where they exist; one more than columns
};

/// The rock of a moving wall, column by column like a TileProfile, in coordinates of the wall's points. Column i of
/// the wall has rock only where low ≤ y ≤ high.
struct WallProfile {
    std::uint16_t wall = 0;  // index in Level::walls
    std::int32_t first_column = 0;
    std::vector<TileProfile::Column> columns;
};

}  // namespace albireo
