#pragma once
/// Solid rock: polygons of the placed tiles, in field coordinates.
#include <array>
#include <cassert>

#include "sim/base/polygon.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo {

/// The space in which a shot needs no further test this tick. For each column of the field it is the space around the
/// camera line that is free of walls and at most kShotMargin outside the field. It is a conservative bound: a point
/// strictly inside is in the field and free of rock; any other point needs is_in_field() and is_rock().
struct WallBand {
    static constexpr std::int32_t kFirst = wall_column(-kFieldHalfWidth - kShotMargin);
    static constexpr std::int32_t kCount = -2 * kFirst;
    static_assert((kFieldHalfWidth + kShotMargin).raw == -kFirst * kWallColumn);
    static constexpr Fixed kHeight = kFieldHalfHeight + kShotMargin;

    struct Column {
        Fixed low, high;
    };
    std::array<Column, kCount> columns;

    bool is_clear(Vec2 at) const {
        const auto i = static_cast<std::uint32_t>(wall_column(at.x) - kFirst);
        return i < kCount && at.y > columns[i].low && at.y < columns[i].high;
    }
};

WallBand wall_band(const Scroll& scroll, const Level& level);

/// Whether a point of the field is inside rock; exact, and without gaps where tiles meet.
bool is_rock(const Scroll& scroll, const Level& level, Vec2 at);

/// Calls each(tile index, delta) for every placed tile, oldest first. A point p of the tile is at p + delta in the
/// field.
template <class Each>
void for_each_placed_tile(const Scroll& scroll, const Level& level, Each&& each) {
    if (scroll.count == 0) return;
    assert(scroll.count <= kTileRowMax && scroll.origin < scroll.count && "the camera is in a tile of the row");
    // From the origin tile, whose delta is known, backward to the oldest tile, then forward.
    Vec2 delta = -scroll.camera;
    for (std::size_t k = scroll.origin; k > 0; --k) {
        delta = delta + level.tiles[scroll.row[k].tile].enter - level.tiles[scroll.row[k - 1].tile].exit;
    }
    for (std::size_t k = 0; k < scroll.count; ++k) {
        if (k > 0) delta = delta + level.tiles[scroll.row[k - 1].tile].exit - level.tiles[scroll.row[k].tile].enter;
        each(scroll.row[k].tile, delta);
    }
}

}  // namespace albireo
