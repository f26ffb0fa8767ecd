#include "sim/game/wall.hpp"

#include <span>

namespace albireo {
namespace {

/// Calls narrow(column of the band, column of the rock) for each pair that overlaps. `delta` leads from the rock's
/// coordinates to the field's.
template <class Narrow>
void for_each_overlap(WallBand& band, std::int32_t first_column, std::span<const TileProfile::Column> columns,
                      Vec2 delta, Narrow&& narrow) {
    // Column j of the rock overlaps two columns of the field, unless delta is a whole number of columns.
    const std::int32_t shift = wall_column(delta.x) - WallBand::kFirst + first_column;
    const bool straddles = delta.x.raw % kWallColumn != 0;
    const auto count = static_cast<std::int32_t>(columns.size());
    const std::int32_t first = shift < -1 ? -1 - shift : 0;
    for (std::int32_t j = first; j < count && shift + j < WallBand::kCount; ++j) {
        const TileProfile::Column& rock = columns[static_cast<std::size_t>(j)];
        const TileProfile::Column moved = {rock.low + delta.y, rock.high + delta.y};
        for (std::int32_t c = shift + j; c <= shift + j + (straddles ? 1 : 0); ++c) {
            if (c >= 0 && c < WallBand::kCount) narrow(band.columns[static_cast<std::size_t>(c)], moved);
        }
    }
}

std::span<const Vec2> polygon_of(const Level& level, const WallDef& wall) {
    assert(std::size_t{wall.points.first} + wall.points.count <= level.points.size() && "a wall has points of the level");
    return {level.points.data() + wall.points.first, wall.points.count};
}

}  // namespace

Vec2 wall_offset(const Level& level, const WallDef& wall, std::uint32_t ticks) {
    if (!wall.moves()) return {};
    assert(std::size_t{wall.keys.first} + wall.keys.count <= level.wall_keys.size() && "a wall has keys of the level");
    const std::span<const WallKey> keys(level.wall_keys.data() + wall.keys.first, wall.keys.count);
    const std::uint32_t now = wall.period == 0 ? ticks : ticks % wall.period;
    assert(keys[0].t == 0 && "no time is before the first key");
    std::size_t k = 0;
    while (k + 1 < keys.size() && keys[k + 1].t <= now) ++k;
    const bool is_last = k + 1 == keys.size();
    if (is_last && wall.period == 0) return keys[k].by;
    const WallKey& next = is_last ? keys[0] : keys[k + 1];
    const std::uint32_t end = is_last ? wall.period : next.t;
    assert(now >= keys[k].t && now < end && "a time is between two keys");
    std::int64_t share = (std::int64_t{now - keys[k].t} << Fixed::kFractionBits) / (end - keys[k].t);
    // 3 s² − 2 s³: no speed at either key.
    if (wall.even == 0) share = (share * share * (3 * std::int64_t{Fixed::kOneRaw} - 2 * share)) >> 32;
    assert(share >= 0 && share <= Fixed::kOneRaw && "a wall stays between its keys");
    return mix(keys[k].by, next.by, Fixed{wrap32(share)});
}

void MovingWalls::place(const Scroll& scroll, const Level& level) {
    count_ = 0;
    assert(level.moving_walls.size() == level.tiles.size() && "derive() has listed what moves in every tile");
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, Vec2 delta) {
        for (const WallProfile& profile : level.moving_walls[placed.tile]) {
            assert(count_ < items_.size() && "check_level() counts what moves in a tile");
            const WallDef& wall = level.walls[profile.wall];
            items_[count_++] = {&profile, delta + wall_offset(level, wall, wall_ticks(scroll, placed, wall))};
        }
    });
}

WallBand wall_band(const Scroll& scroll, const Level& level, const MovingWalls& moving) {
    WallBand band;
    band.columns.fill({-WallBand::kHeight, WallBand::kHeight});
    assert(level.tile_profiles.size() == level.tiles.size() && "derive() has made a profile of every tile");
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, Vec2 delta) {
        const TileProfile& profile = level.tile_profiles[placed.tile];
        const auto keep = [](WallBand::Column& column, TileProfile::Column free) {
            column.low = max(column.low, free.low);
            column.high = min(column.high, free.high);
        };
        for_each_overlap(band, profile.first_column, profile.columns, delta, keep);
    });
    for (const MovingWalls::Item& item : moving) {
        // Of the free space below and above the wall, the larger one stays.
        const auto cut = [](WallBand::Column& column, TileProfile::Column rock) {
            const Fixed below = min(column.high, rock.low);
            const Fixed above = max(column.low, rock.high);
            if (below - column.low < column.high - above) {
                column.low = above;
            } else {
                column.high = below;
            }
        };
        for_each_overlap(band, item.profile->first_column, item.profile->columns, item.delta, cut);
    }
    return band;
}

bool is_rock(const Scroll& scroll, const Level& level, const MovingWalls& moving, Vec2 at) {
    bool rock = false;
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, Vec2 delta) {
        if (rock) return;
        const TileProfile& profile = level.tile_profiles[placed.tile];
        const Vec2 local = at - delta;
        const std::int32_t column = wall_column(local.x) - profile.first_column;
        if (column < 0 || column >= static_cast<std::int32_t>(profile.columns.size())) return;
        const Range walls = level.tiles[placed.tile].walls;
        assert(std::size_t{walls.first} + walls.count <= level.walls.size() && "a tile's rock is rock of the level");
        for (std::size_t w = walls.first; w < std::size_t{walls.first} + walls.count && !rock; ++w) {
            rock = !level.walls[w].moves() && is_inside(polygon_of(level, level.walls[w]), local);
        }
    });
    for (const MovingWalls::Item& item : moving) {
        if (rock) break;
        const Vec2 local = at - item.delta;
        const auto column = static_cast<std::size_t>(std::int64_t{wall_column(local.x)} - item.profile->first_column);
        if (column >= item.profile->columns.size()) continue;
        const TileProfile::Column heights = item.profile->columns[column];
        if (local.y < heights.low || local.y > heights.high) continue;
        rock = is_inside(polygon_of(level, level.walls[item.profile->wall]), local);
    }
    return rock;
}

bool is_rock(const Scroll& scroll, const Level& level, Vec2 at) {
    return is_rock(scroll, level, MovingWalls(scroll, level), at);
}

}  // namespace albireo
