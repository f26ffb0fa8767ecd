#include "client/bot/rock_map.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "sim/game/wall.hpp"

namespace albireo::bot {
namespace {

constexpr float kSteps = 32;  // per unit
constexpr float kDeep = 30;   // units above and below the camera line
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

struct Box {
    Point low{1e9F, 1e9F}, high{-1e9F, -1e9F};

    void take(Point p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    bool is_near(const Box& other, float distance) const {
        return low.x <= other.high.x + distance && other.low.x <= high.x + distance &&
               low.y <= other.high.y + distance && other.low.y <= high.y + distance;
    }
};

Box box_of(std::span<const Vec2> polygon) {
    Box box;
    for (const Vec2 corner : polygon) box.take(point(corner));
    return box;
}

/// The signed distance to this polygon, but no more than kFar outside.
float distance_to(Point at, std::span<const Vec2> polygon) {
    float distance = RockMap::kFar;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        distance = std::min(distance, distance_to(at, point(polygon[j]), point(polygon[i])));
    }
    return is_inside(polygon, exact(at)) ? -distance : distance;
}

}  // namespace

RockMap::RockMap(const Level& level) : level_(level), moving_(level.walls.size()) {
    for (const TileDef& tile : level.tiles) {
        still_.push_back(grid_of(tile.walls, false, tile.enter.y));
        for (std::size_t w = tile.walls.first; w < std::size_t{tile.walls.first} + tile.walls.count; ++w) {
            if (!level.walls[w].moves()) continue;
            moving_[w] = grid_of({static_cast<std::uint16_t>(w), 1}, true, tile.enter.y);
        }
    }
}

RockMap::Grid RockMap::grid_of(Range walls, bool moves, Fixed middle) const {
    Grid grid;
    grid.walls = walls;
    grid.moves = moves;
    Box box;
    for (const auto polygon : polygons_of(grid)) {
        for (const Vec2 corner : polygon) box.take(point(corner));
    }
    // No ship flies more than a field's height from the camera line, so the grid need not cover rock any deeper. Only a
    // moving wall may bring deeper rock into reach.
    if (!moves) {
        box.low.y = std::max(box.low.y, units(middle) - kDeep);
        box.high.y = std::min(box.high.y, units(middle) + kDeep);
    }
    if (box.low.x > box.high.x || box.low.y > box.high.y) return grid;
    grid.left = std::floor(box.low.x / kCell) * kCell - kFar;
    grid.bottom = std::floor(box.low.y / kCell) * kCell - kFar;
    grid.columns = static_cast<int>((box.high.x - grid.left) / kCell) + kReach + 1;
    grid.rows = static_cast<int>((box.high.y - grid.bottom) / kCell) + kReach + 1;
    grid.page_columns = (grid.columns + kPageCells - 1) / kPageCells;
    return grid;
}

std::vector<std::span<const Vec2>> RockMap::polygons_of(const Grid& grid) const {
    std::vector<std::span<const Vec2>> polygons;
    for (const WallDef& wall : std::span(level_.walls).subspan(grid.walls.first, grid.walls.count)) {
        if (wall.moves() != grid.moves) continue;
        polygons.push_back(std::span(level_.points).subspan(wall.points.first, wall.points.count));
    }
    return polygons;
}

std::unique_ptr<RockMap::Page> RockMap::make_page(const Grid& grid, int column, int row) const {
    auto page = std::make_unique<Page>();
    page->fill(static_cast<std::int8_t>(kFar * kSteps));
    const auto middle_of = [&](int c, int r) {
        return Point{grid.left + static_cast<float>(column * kPageCells + c) * kCell,
                     grid.bottom + static_cast<float>(row * kPageCells + r) * kCell};
    };
    Box here;
    here.take(middle_of(0, 0));
    here.take(middle_of(kPageCells - 1, kPageCells - 1));
    for (const auto polygon : polygons_of(grid)) {
        if (!here.is_near(box_of(polygon), kFar)) continue;
        for (int i = 0; i < kPageCells * kPageCells; ++i) {
            const float distance = distance_to(middle_of(i % kPageCells, i / kPageCells), polygon);
            std::int8_t& cell = (*page)[static_cast<std::size_t>(i)];
            cell = std::min(cell, static_cast<std::int8_t>(distance * kSteps));
        }
    }
    return page;
}

RockMap::Placed& RockMap::place(Grid& grid, Vec2 delta) {
    const int page_rows = (grid.rows + kPageCells - 1) / kPageCells;
    grid.pages.resize(static_cast<std::size_t>(grid.page_columns * page_rows));
    const Point at = point(delta);
    return placed_.emplace_back(Placed{&grid, -(at.x + grid.left) / kCell, -(at.y + grid.bottom) / kCell});
}

void RockMap::place(const Scroll& scroll) {
    placed_.clear();
    for_each_placed_tile(scroll, level_, [&](PlacedTile tile, Vec2 delta) {
        if (still_[tile.tile].rows > 0) place(still_[tile.tile], delta);
        const Range walls = level_.tiles[tile.tile].walls;
        for (std::size_t w = walls.first; w < std::size_t{walls.first} + walls.count; ++w) {
            const WallDef& wall = level_.walls[w];
            if (!wall.moves()) continue;
            const std::uint32_t ticks = wall_ticks(scroll, tile, wall);
            const Vec2 now = wall_offset(level_, wall, ticks);
            Placed& placed = place(moving_[w], delta + now);
            if (ticks == 0) continue;  // it waits for its flag, or begins in the next tick
            for (std::size_t i = 0; i < placed.ahead.size(); ++i) {
                const Vec2 then = wall_offset(level_, wall, ticks + static_cast<std::uint32_t>(i) * kStep);
                placed.ahead[i] = point(then - now) * (1 / kCell);
            }
        }
    });
}

float RockMap::clearance(Point at, float ticks) const {
    std::int8_t least = static_cast<std::int8_t>(kFar * kSteps);
    const auto look = static_cast<std::size_t>(std::clamp(ticks / kStep + 0.5F, 0.0F, float{kAhead / kStep}));
    for (const Placed& placed : placed_) {
        const float column = at.x / kCell + placed.x - placed.ahead[look].x + 0.5F;
        const float row = at.y / kCell + placed.y - placed.ahead[look].y + 0.5F;
        if (column < 0 || row < 0) continue;
        const int c = static_cast<int>(column);
        const int r = static_cast<int>(row);
        if (c >= placed.grid->columns || r >= placed.grid->rows) continue;
        const int page_column = c / kPageCells, page_row = r / kPageCells;
        auto& page = placed.grid->pages[static_cast<std::size_t>(page_row * placed.grid->page_columns + page_column)];
        if (page == nullptr) page = make_page(*placed.grid, page_column, page_row);
        least = std::min(least, (*page)[static_cast<std::size_t>(r % kPageCells * kPageCells + c % kPageCells)]);
    }
    return static_cast<float>(least) / kSteps;
}

std::size_t RockMap::cells_made() const {
    std::size_t pages = 0;
    for (const auto* grids : {&still_, &moving_}) {
        for (const Grid& grid : *grids) {
            pages += static_cast<std::size_t>(
                std::count_if(grid.pages.begin(), grid.pages.end(), [](const auto& page) { return page != nullptr; }));
        }
    }
    return pages * kPageCells * kPageCells;
}

}  // namespace albireo::bot
