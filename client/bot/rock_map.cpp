#include "client/bot/rock_map.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "sim/game/wall.hpp"

namespace albireo::bot {
namespace {

constexpr float kSteps = 32;  // of a unit
constexpr int kReach = static_cast<int>(RockMap::kFar / RockMap::kCell) + 1;

float distance_to(Point p, Point a, Point b) {
    const Point along = b - a;
    const Point off = p - a;
    const float whole = square(along);
    const float part = whole > 0 ? std::clamp((off.x * along.x + off.y * along.y) / whole, 0.0F, 1.0F) : 0;
    return std::sqrt(square(off - along * part));
}

Vec2 exact(Point p) {
    return {client::fixed(p.x), client::fixed(p.y)};
}

/// Lowers every cell that is inside this polygon or near its outline.
template <class Grid>
void stamp(Grid& grid, std::span<const Vec2> polygon) {
    for (int row = 0; row < grid.rows; ++row) {
        for (int column = 0; column < grid.columns; ++column) {
            const Point at{grid.left + static_cast<float>(column) * RockMap::kCell,
                           grid.bottom + static_cast<float>(row) * RockMap::kCell};
            float distance = RockMap::kFar;
            for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
                distance = std::min(distance, distance_to(at, point(polygon[j]), point(polygon[i])));
            }
            if (is_inside(polygon, exact(at))) distance = -distance;
            std::int8_t& cell = grid.cells[static_cast<std::size_t>(row * grid.columns + column)];
            cell = std::min(cell, static_cast<std::int8_t>(distance * kSteps));
        }
    }
}

}  // namespace

RockMap::RockMap(const Level& level) : level_(level) {
    for (const TileDef& tile : level.tiles) {
        Grid& grid = grids_.emplace_back();
        Point low{1e9F, 1e9F};
        Point high{-1e9F, -1e9F};
        const std::span walls(level.walls.data() + tile.walls.first, tile.walls.count);
        for (const WallDef& wall : walls) {
            for (std::size_t i = 0; i < wall.points.count; ++i) {
                const Point p = point(level.points[wall.points.first + i]);
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        }
        if (walls.empty()) continue;
        grid.left = std::floor(low.x / kCell) * kCell - kFar;
        // Nobody flies more than a field's height from the camera line; the grid need not follow rock any deeper.
        const float middle = units(tile.enter.y);
        low.y = std::max(low.y, middle - 30);
        high.y = std::min(high.y, middle + 30);
        grid.bottom = std::floor(low.y / kCell) * kCell - kFar;
        grid.columns = static_cast<int>((high.x - grid.left) / kCell) + kReach + 1;
        grid.rows = static_cast<int>((high.y - grid.bottom) / kCell) + kReach + 1;
        grid.cells.assign(static_cast<std::size_t>(grid.columns * grid.rows), static_cast<std::int8_t>(kFar * kSteps));
        for (const WallDef& wall : walls) stamp(grid, {level.points.data() + wall.points.first, wall.points.count});
    }
}

void RockMap::place(const Scroll& scroll) {
    placed_.clear();
    for_each_placed_tile(scroll, level_, [&](std::uint16_t tile, Vec2 delta) {
        const Grid& grid = grids_[tile];
        if (grid.cells.empty()) return;
        const Point at = point(delta);
        placed_.push_back({&grid, -(at.x + grid.left) / kCell, -(at.y + grid.bottom) / kCell});
    });
}

float RockMap::clearance(Point at) const {
    std::int8_t least = static_cast<std::int8_t>(kFar * kSteps);
    for (const Placed& placed : placed_) {
        const float column = at.x / kCell + placed.x + 0.5F;
        const float row = at.y / kCell + placed.y + 0.5F;
        if (column < 0 || row < 0) continue;
        const int c = static_cast<int>(column);
        const int r = static_cast<int>(row);
        if (c >= placed.grid->columns || r >= placed.grid->rows) continue;
        least = std::min(least, placed.grid->cells[static_cast<std::size_t>(r * placed.grid->columns + c)]);
    }
    return static_cast<float>(least) / kSteps;
}

}  // namespace albireo::bot
