#include "sim/game/wall.hpp"

#include <algorithm>
#include <cstring>

namespace albireo {
namespace {

void raise(Fixed* low, const Fixed* old, const Fixed* free, Fixed by, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) low[i] = max(old[i], free[i] + by);
}

void lower(Fixed* high, const Fixed* old, const Fixed* free, Fixed by, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) high[i] = min(old[i], free[i] + by);
}

/// Reduces the band to the space that is free of a tile's static rock. `delta` leads from the tile's coordinates to the
/// field's.
void keep_free(WallBand& band, const TileProfile& profile, Vec2 delta) {
    // A column of the field overlaps two columns of the profile. Where delta is a whole number of columns it overlaps only
    // one, and the bound is coarser than it need be.
    const auto& free = profile.pairs;
    const std::int32_t shift = wall_column(delta.x) - WallBand::kFirst + profile.first_column;
    const std::int32_t begin = std::max(0, -shift);
    const std::int32_t end = std::min(static_cast<std::int32_t>(free.size()), WallBand::kCount - shift);
    if (begin >= end) return;
    auto& columns = band.columns;
    const auto narrow = [&](auto& low, auto& high, const auto& free_low, const auto& free_high, ColumnRange range) {
        // Pointers, and one loop for each bound: g++ then works on four columns at a time.
        const auto c = static_cast<std::size_t>(shift + range.first), i = static_cast<std::size_t>(range.first);
        raise(&low[c], &columns.low[c], &free_low[i], delta.y, range.count());
        lower(&high[c], &columns.high[c], &free_high[i], delta.y, range.count());
    };
    // In these columns the band has one gap. It keeps what that has in common with each gap of the profile.
    const auto keep_one = [&](ColumnRange range) {
        if (range.is_empty()) return;
        const ColumnRange split = profile.split.within(range);
        if (!split.is_empty()) narrow(columns.other_low, columns.other_high, free.other_low, free.other_high, split);
        narrow(columns.low, columns.high, free.low, free.high, range);
    };
    const ColumnRange all{begin, end};
    const ColumnRange two = band.split.moved(-shift).within(all);
    keep_one({begin, two.first});
    for (std::int32_t i = two.first; i < two.end; ++i) {
        const auto raised = [&](Gap gap) { return Gap{gap.low + delta.y, gap.high + delta.y}; };
        const Gaps gaps = free.at(static_cast<std::size_t>(i));
        const auto c = static_cast<std::size_t>(shift + i);
        columns.set(c, common(columns.at(c), {raised(gaps.gap), raised(gaps.other)}));
    }
    keep_one({two.end, end});
    band.split.add(profile.split.within(all).moved(shift));
}

/// Cuts rock at these heights out of a column.
void cut(WallBand& band, std::int32_t c, Fixed low, Fixed high) {
    const auto place = static_cast<std::size_t>(c);
    Gaps column = band.columns.at(place);
    const Gap below{-TileProfile::kOpen, low}, above{high, TileProfile::kOpen};
    if (!column.is_one()) {
        column = common(column, {below, above});
    } else if (low <= column.gap.low || high >= column.gap.high) {  // a floor or a ceiling
        column.gap = common(column.gap, low <= column.gap.low ? above : below);
    } else {
        column = {common(column.gap, below), common(column.gap, above)};
        band.split.add(c);
    }
    band.columns.set(place, column);
}

void cut_out(WallBand& band, const PlacedWalls::Item& item) {
    const auto& columns = item.profile->columns;
    const std::int32_t shift = wall_column(item.delta.x) - WallBand::kFirst + item.profile->first_column;
    const bool straddles = item.delta.x.raw % kWallColumn != 0;
    const auto count = static_cast<std::int32_t>(columns.size());
    const std::int32_t last = std::min(WallBand::kCount - 1, shift + count - (straddles ? 0 : 1));
    for (std::int32_t c = std::max(shift, 0); c <= last; ++c) {
        // Column c of the field overlaps column j of the wall and, if the wall straddles columns, column j − 1.
        const std::int32_t j = c - shift;
        WallProfile::Column rock = columns[static_cast<std::size_t>(std::min(j, count - 1))];
        if (straddles && j > 0) {
            const WallProfile::Column& before = columns[static_cast<std::size_t>(j - 1)];
            rock = {min(rock.low, before.low), max(rock.high, before.high)};
        }
        cut(band, c, rock.low + item.delta.y, rock.high + item.delta.y);
    }
}

/// The columns of a field without rock, to be copied: that takes less than to fill them.
constexpr auto kOpenColumns = [] {
    decltype(WallBand::columns) columns;
    columns.low.fill(-WallBand::kHeight);
    columns.high.fill(WallBand::kHeight);
    return columns;
}();

std::span<const Vec2> polygon_of(const Level& level, const WallDef& wall) {
    assert(std::size_t{wall.points.first} + wall.points.count <= level.points.size() && "a wall has points of the level");
    return {level.points.data() + wall.points.first, wall.points.count};
}

/// Whether a point, in coordinates of the wall's points, is in its rock.
bool is_in_wall(const Level& level, const WallProfile& profile, Vec2 at) {
    return profile.covers(at) && is_inside(polygon_of(level, level.walls[profile.wall]), at);
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

void PlacedWalls::place(const Scroll& scroll, const Level& level) {
    count_ = 0;
    tile_count_ = 0;
    assert(level.moving_walls.size() == level.tiles.size() && "derive() has listed what moves in every tile");
    assert(level.tile_profiles.size() == level.tiles.size() && "derive() has made a profile of every tile");
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, Vec2 delta) {
        const Tile tile{&level.tile_profiles[placed.tile], delta};
        std::memcpy(tile_storage_.data() + sizeof(Tile) * tile_count_++, &tile, sizeof(Tile));
        for (const WallProfile& profile : level.moving_walls[placed.tile]) {
            assert(count_ < kItemsMax && "check_level() counts what moves in a tile");
            const WallDef& wall = level.walls[profile.wall];
            const std::uint16_t ticks = wall_ticks(scroll, placed, wall);
            const Vec2 at = delta + wall_offset(level, wall, ticks);
            const Fixed left = at.x + Fixed{profile.first_column * kWallColumn};
            const auto width = static_cast<std::int32_t>(profile.columns.size()) * kWallColumn;
            const Item item{&profile, at, ticks, left, left + Fixed{width}};
            std::memcpy(storage_.data() + sizeof(Item) * count_++, &item, sizeof(Item));
        }
    });
}

Vec2 last_motion(const Level& level, const PlacedWalls::Item& item) {
    constexpr std::uint16_t kLast = 65535;  // where ages stop
    if (item.ticks == 0 || item.ticks == kLast) return {};
    const WallDef& wall = level.walls[item.profile->wall];
    return wall_offset(level, wall, item.ticks) - wall_offset(level, wall, item.ticks - 1u);
}

WallBand::WallBand(const PlacedWalls& walls) : columns(kOpenColumns) {
    for (const PlacedWalls::Tile& tile : walls.tiles()) keep_free(*this, *tile.profile, tile.delta);
    for (const PlacedWalls::Item& item : walls) cut_out(*this, item);
}

void cut_out(WallBand& band, Vec2 low, Vec2 high) {
    const ColumnRange box{wall_column(low.x) - WallBand::kFirst, wall_column(high.x) - WallBand::kFirst + 1};
    const ColumnRange all = box.within({0, WallBand::kCount});
    const ColumnRange two = band.split.within(all);
    auto& columns = band.columns;
    const auto cut_one = [&](ColumnRange range) {
        for (auto c = static_cast<std::size_t>(range.first); c < static_cast<std::size_t>(range.end); ++c) {
            columns.other_low[c] = max(columns.low[c], high.y);
            columns.other_high[c] = columns.high[c];
            columns.high[c] = min(columns.high[c], low.y);
        }
    };
    cut_one({all.first, two.first});
    for (std::int32_t c = two.first; c < two.end; ++c) cut(band, c, low.y, high.y);
    cut_one({two.end, all.end});
    band.split.add(all);
}

bool is_rock(const Level& level, const PlacedWalls& walls, Vec2 at) {
    for (const PlacedWalls::Tile& tile : walls.tiles()) {
        const Vec2 local = at - tile.delta;
        const auto column = static_cast<std::uint32_t>(wall_column(local.x) - tile.profile->first_column);
        if (column >= tile.profile->columns.size() || tile.profile->columns[column].holds(local.y)) continue;
        for (const WallProfile& wall : tile.profile->walls) {
            if (is_in_wall(level, wall, local)) return true;
        }
    }
    for (const PlacedWalls::Item& item : walls) {
        if (at.x >= item.left && at.x < item.right && is_in_wall(level, *item.profile, at - item.delta)) return true;
    }
    return false;
}

bool is_rock(const Scroll& scroll, const Level& level, Vec2 at) {
    return is_rock(level, PlacedWalls(scroll, level), at);
}

}  // namespace albireo
