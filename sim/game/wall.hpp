#pragma once
/// Solid rock: polygons of the placed tiles, in field coordinates.
///
/// 1. The position of rock depends only on the scroll and the level: the camera, the tiles' ages and the flags' ages.
///    None of them depends on what a player did in the last kLateTicks, so rock is never mispredicted.
/// 2. A moving wall is displaced as a whole, by wall_offset() at the wall's own time. The core, the clients' collisions
///    and the picture use this one function.
/// 3. Enemies anchored to the scenery do not move with a wall: turrets stand on static rock.
#include <array>
#include <cassert>
#include <cstddef>
#include <span>

#include "sim/base/polygon.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo {

/// The moving walls of the placed tiles, at their positions in one tick, and the tiles' static rock. A point p of either
/// is at p + delta in the field.
class PlacedWalls {
  public:
    struct Tile {
        const TileProfile* profile;
        Vec2 delta;
    };
    struct Item {
        const WallProfile* profile;
        Vec2 delta;
        std::uint16_t ticks;  // the wall's own time: wall_ticks()
        Fixed left, right;    // all of its rock is at left ≤ x < right
    };

    PlacedWalls() {}  // not `= default`, which would fill the storage with zeros
    PlacedWalls(const Scroll& scroll, const Level& level) { place(scroll, level); }
    void place(const Scroll& scroll, const Level& level);

    /// The walls that move.
    const Item* begin() const { return reinterpret_cast<const Item*>(storage_.data()); }
    const Item* end() const { return begin() + count_; }
    /// The placed tiles, oldest first.
    std::span<const Tile> tiles() const { return {reinterpret_cast<const Tile*>(tile_storage_.data()), tile_count_}; }

  private:
    static constexpr std::size_t kItemsMax = kTileRowMax * kTileMovesMax;
    // Items are copied into it one by one: an array of them would be initialised in every tick, all 3 KB of it.
    alignas(Item) std::array<std::byte, kItemsMax * sizeof(Item)> storage_;
    std::size_t count_ = 0;
    alignas(Tile) std::array<std::byte, kTileRowMax * sizeof(Tile)> tile_storage_;
    std::size_t tile_count_ = 0;
};

/// The space in which a shot needs no further test this tick. In each column of the field it is the space that, by the
/// profiles of the placed tiles, is free of static walls, up to kShotMargin outside the field, minus the moving walls. It is a
/// conservative bound: a point in a gap is in the field and free of rock; any other point needs is_in_field() and
/// is_rock().
struct WallBand {
    static constexpr std::int32_t kFirst = wall_column(-kFieldHalfWidth - kShotMargin);
    static constexpr std::int32_t kCount = -2 * kFirst;
    static constexpr auto kLeft = static_cast<std::uint32_t>(kFirst * kWallColumn);  // the x of the first column
    static_assert((kFieldHalfWidth + kShotMargin).raw == -kFirst * kWallColumn);
    static constexpr Fixed kHeight = kFieldHalfHeight + kShotMargin;

    GapRow<std::array<Fixed, kCount>> columns;
    ColumnRange split;  // contains every column with two gaps

    explicit WallBand(const PlacedWalls& walls);
    bool is_clear(Vec2 at) const {
        // The same column as wall_column() computes, but with a single unsigned shift.
        const std::uint32_t i = (static_cast<std::uint32_t>(at.x.raw) - kLeft) >> kWallColumnBits;
        return i < kCount && columns.holds(i, at.y);
    }
};

/// Takes a box of the field out of the band. The rest is still a conservative bound.
void cut_out(WallBand& band, Vec2 low, Vec2 high);

/// Whether a point of the field is inside rock; exact, and without gaps where tiles meet. Passing `walls` saves
/// placing them again.
bool is_rock(const Level& level, const PlacedWalls& walls, Vec2 at);
bool is_rock(const Scroll& scroll, const Level& level, Vec2 at);

/// The time of a wall of a placed tile: ticks since that tile was placed, or since the wall's flag took effect.
inline std::uint16_t wall_ticks(const Scroll& scroll, PlacedTile placed, const WallDef& wall) {
    assert((wall.flag == kNone || wall.flag < kFlagsMax) && "check_level() has checked the flag");
    return wall.flag == kNone ? placed.age : scroll.flag_ages[wall.flag];
}

/// How far a moving wall has moved in the last tick, relative to its tile.
Vec2 last_motion(const Level& level, const PlacedWalls::Item& item);

/// Calls each(wall, delta, motion) for every wall of the placed tiles, where it is now, with its last_motion(). A point p
/// of the wall is at p + delta in the field.
template <class Each>
void for_each_wall(const Scroll& scroll, const Level& level, const PlacedWalls& moving, Each&& each);

/// How far a wall is displaced from its points in the level, at this age of the wall.
Vec2 wall_offset(const Level& level, const WallDef& wall, std::uint32_t ticks);

/// Calls each(placed tile, delta) for every placed tile, oldest first. A point p of the tile is at p + delta in the
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
        each(scroll.row[k], delta);
    }
}

template <class Each>
void for_each_wall(const Scroll& scroll, const Level& level, const PlacedWalls& moving, Each&& each) {
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, Vec2 delta) {
        const Range walls = level.tiles[placed.tile].walls;
        assert(std::size_t{walls.first} + walls.count <= level.walls.size() && "a tile's rock is rock of the level");
        for (std::size_t w = walls.first; w < std::size_t{walls.first} + walls.count; ++w) {
            if (!level.walls[w].moves()) each(level.walls[w], delta, Vec2{});
        }
    });
    for (const PlacedWalls::Item& item : moving)
        each(level.walls[item.profile->wall], item.delta, last_motion(level, item));
}

}  // namespace albireo
