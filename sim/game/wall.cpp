#include "sim/game/wall.hpp"

#include <cassert>

namespace albireo {

WallBand wall_band(const Scroll& scroll, const Level& level) {
    WallBand band;
    band.columns.fill({-WallBand::kHeight, WallBand::kHeight});
    assert(level.tile_profiles.size() == level.tiles.size() && "derive() has made a profile of every tile");
    for_each_placed_tile(scroll, level, [&](std::uint16_t tile, Vec2 delta) {
        const TileProfile& profile = level.tile_profiles[tile];
        // Column j of the profile overlaps two columns of the field, unless delta is a whole number of columns.
        const std::int32_t shift = wall_column(delta.x) - WallBand::kFirst + profile.first_column;
        const bool straddles = delta.x.raw % kWallColumn != 0;
        const auto count = static_cast<std::int32_t>(profile.columns.size());
        const std::int32_t first = shift < -1 ? -1 - shift : 0;
        for (std::int32_t j = first; j < count && shift + j < WallBand::kCount; ++j) {
            const TileProfile::Column& rock = profile.columns[static_cast<std::size_t>(j)];
            const Fixed low = rock.low + delta.y;
            const Fixed high = rock.high + delta.y;
            for (std::int32_t c = shift + j; c <= shift + j + (straddles ? 1 : 0); ++c) {
                if (c < 0 || c >= WallBand::kCount) continue;
                WallBand::Column& column = band.columns[static_cast<std::size_t>(c)];
                column.low = max(column.low, low);
                column.high = min(column.high, high);
            }
        }
    });
    return band;
}

bool is_rock(const Scroll& scroll, const Level& level, Vec2 at) {
    bool rock = false;
    for_each_placed_tile(scroll, level, [&](std::uint16_t tile, Vec2 delta) {
        if (rock) return;
        const TileProfile& profile = level.tile_profiles[tile];
        const Vec2 local = at - delta;
        const std::int32_t column = wall_column(local.x) - profile.first_column;
        if (column < 0 || column >= static_cast<std::int32_t>(profile.columns.size())) return;
        const Range walls = level.tiles[tile].walls;
        assert(std::size_t{walls.first} + walls.count <= level.walls.size() && "a tile's rock is rock of the level");
        for (std::size_t w = walls.first; w < std::size_t{walls.first} + walls.count && !rock; ++w) {
            const Range points = level.walls[w].points;
            rock = is_inside({level.points.data() + points.first, points.count}, local);
        }
    });
    return rock;
}

}  // namespace albireo
