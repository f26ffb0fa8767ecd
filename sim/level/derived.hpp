#pragma once
/// What a level's paths and tiles are turned into when it is loaded: points to walk through, space known to be free.
/// Made by derive() (level_bytes.hpp), never saved.
#include <cstdint>
#include <vector>

#include "sim/base/vec2.hpp"

namespace albireo {

/// Points of a path, kPathStep apart along it, so that even speed is an even walk through them. At least two; the last
/// is up to a step beyond the path's end, straight on, so that `length` is a whole number of steps.
struct PathSamples {
    std::vector<Vec2> points;
    Fixed length{};  // (points.size() − 1) × kPathStep
};
inline constexpr Fixed kPathStep = 250_mu;

/// Columns of the field and of tiles are a quarter of a unit wide: finer ones leave fewer shots to ask the polygons about.
inline constexpr int kWallColumnBits = Fixed::kFractionBits - 2;
inline constexpr std::int32_t kWallColumn = 1 << kWallColumnBits;  // as a raw Fixed
constexpr std::int32_t wall_column(Fixed x) { return wrap32(floor_shift(x.raw, kWallColumnBits)); }

/// What a tile leaves free around its camera line, column by column: column i holds the x whose wall_column() is
/// first_column + i. A cautious bound, so that a shot well inside needs no polygon. Values are in tile coordinates.
/// 1. A point of column i with low < y < high is in no polygon of this tile, nor is any point between it and another
///    such.
/// 2. The columns reach over the tile's camera line and all its polygons: outside of them it has no rock.
/// 3. Where rock lies on the camera line itself the column is shut, low > high, and only the polygons know.
struct TileProfile {
    struct Column {
        Fixed low, high;  // free between; low > high: nothing is known to be

        constexpr bool shut() const { return low > high; }
    };
    static constexpr Fixed kOpen = Fixed{1024 * Fixed::kOneRaw};  // −kOpen or kOpen where no rock is below or above
    std::int32_t first_column = 0;
    std::vector<Column> columns;
};

}  // namespace albireo
