#include "sim/game/wall.hpp"

#include <algorithm>
#include <span>

namespace albireo {
namespace {

using Column = TileProfile::Column;

/// Keeps the space that is free of static rock. `delta` leads from the tile's coordinates to the field's.
void keep_free(WallBand& band, const TileProfile& profile, Vec2 delta) {
    // A column of the field overlaps two columns of the profile, unless delta is a whole number of columns.
    const auto& columns = delta.x.raw % kWallColumn != 0 ? profile.pairs : profile.columns;
    const std::int32_t shift = wall_column(delta.x) - WallBand::kFirst + profile.first_column;
    const std::int32_t end = std::min(static_cast<std::int32_t>(columns.size()), WallBand::kCount - shift);
    for (std::int32_t i = std::max(0, -shift); i < end; ++i) {
        const Column& free = columns[static_cast<std::size_t>(i)];
        WallBand::Gap& gap = band.columns[static_cast<std::size_t>(shift + i)].gap;
        gap.low = max(gap.low, free.low + delta.y);
        gap.high = min(gap.high, free.high + delta.y);
    }
}

/// Cuts rock at these heights out of a column, and keeps the two largest gaps that remain.
void cut(WallBand::Column& column, Fixed low, Fixed high) {
    if (column.other.low >= column.other.high) {
        column.other = {max(column.gap.low, high), column.gap.high};
        column.gap.high = min(column.gap.high, low);
        return;
    }
    const auto height = [](WallBand::Gap gap) { return gap.high - gap.low; };
    WallBand::Gap largest{}, second{};
    for (const WallBand::Gap gap : {column.gap, column.other}) {
        for (const WallBand::Gap left : {WallBand::Gap{gap.low, min(gap.high, low)}, {max(gap.low, high), gap.high}}) {
            if (height(left) > height(largest)) {
                second = largest;
                largest = left;
            } else if (height(left) > height(second)) {
                second = left;
            }
        }
    }
    column = {largest, second};
}

void cut_out(WallBand& band, const MovingWalls::Item& item) {
    const auto& columns = item.profile->columns;
    const std::int32_t shift = wall_column(item.delta.x) - WallBand::kFirst + item.profile->first_column;
    const bool straddles = item.delta.x.raw % kWallColumn != 0;
    const auto count = static_cast<std::int32_t>(columns.size());
    const std::int32_t last = std::min(WallBand::kCount - 1, shift + count - (straddles ? 0 : 1));
    for (std::int32_t c = std::max(shift, 0); c <= last; ++c) {
        // Column c of the field overlaps column j of the wall, and the one before it if the wall straddles.
        const std::int32_t j = c - shift;
        Column rock = columns[static_cast<std::size_t>(std::min(j, count - 1))];
        if (straddles && j > 0) {
            const Column& before = columns[static_cast<std::size_t>(j - 1)];
            rock = {min(rock.low, before.low), max(rock.high, before.high)};
        }
        const Fixed low = rock.low + item.delta.y;
        const Fixed high = rock.high + item.delta.y;
        WallBand::Column& column = band.columns[static_cast<std::size_t>(c)];
        const bool is_whole = column.other.low >= column.other.high;
        if (is_whole && low <= column.gap.low) {  // a floor
            column.gap.low = max(column.gap.low, high);
        } else if (is_whole && high >= column.gap.high) {  // a ceiling
            column.gap.high = min(column.gap.high, low);
        } else {
            cut(column, low, high);
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
    // 3 s² − 2 s³: zero speed at both keys.
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
            const std::uint16_t ticks = wall_ticks(scroll, placed, wall);
            const Vec2 at = delta + wall_offset(level, wall, ticks);
            const Fixed left = at.x + Fixed{profile.first_column * kWallColumn};
            const auto width = static_cast<std::int32_t>(profile.columns.size()) * kWallColumn;
            items_[count_++] = {&profile, at, ticks, left, left + Fixed{width}};
        }
    });
}

Vec2 last_motion(const Level& level, const MovingWalls::Item& item) {
    constexpr std::uint16_t kLast = 65535;  // where ages stop
    if (item.ticks == 0 || item.ticks == kLast) return {};
    const WallDef& wall = level.walls[item.profile->wall];
    return wall_offset(level, wall, item.ticks) - wall_offset(level, wall, item.ticks - 1u);
}

WallBand::WallBand(const Scroll& scroll, const Level& level, const MovingWalls& moving) {
    assert(level.tile_profiles.size() == level.tiles.size() && "derive() has made a profile of every tile");
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, Vec2 delta) {
        keep_free(*this, level.tile_profiles[placed.tile], delta);
    });
    for (const MovingWalls::Item& item : moving) cut_out(*this, item);
}

void cut_out(WallBand& band, Vec2 low, Vec2 high) {
    const std::int32_t last = std::min(WallBand::kCount - 1, wall_column(high.x) - WallBand::kFirst);
    for (std::int32_t c = std::max(0, wall_column(low.x) - WallBand::kFirst); c <= last; ++c) {
        cut(band.columns[static_cast<std::size_t>(c)], low.y, high.y);
    }
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
        if (at.x < item.left || at.x >= item.right) continue;
        const Vec2 local = at - item.delta;
        const auto column = static_cast<std::size_t>(wall_column(local.x) - item.profile->first_column);
        assert(column < item.profile->columns.size() && "the columns cover the wall");
        const Column heights = item.profile->columns[column];
        if (local.y < heights.low || local.y > heights.high) continue;
        rock = is_inside(polygon_of(level, level.walls[item.profile->wall]), local);
    }
    return rock;
}

bool is_rock(const Scroll& scroll, const Level& level, Vec2 at) {
    return is_rock(scroll, level, MovingWalls(scroll, level), at);
}

}  // namespace albireo
