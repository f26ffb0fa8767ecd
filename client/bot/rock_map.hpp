#pragma once
/// Distances to rock, looked up instead of computed: a grid of distances for the static rock of each tile of a level,
/// and one for each moving wall. Owned by an autopilot; the level must outlive it.
/// 1. A value is the signed distance to the grid's own rock, negative inside, clamped to ±kFar, accurate to half a
///    cell.
/// 2. A grid is made in pages, each at its first look-up, so a large level costs nothing before it is flown
///    through. Mapping the largest level at once would take many seconds.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "client/bot/point.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::bot {

class RockMap {
  public:
    static constexpr float kCell = 0.5F;
    static constexpr float kFar = 3;

    explicit RockMap(const Level& level);

    /// From now on, look-ups are relative to this world's camera.
    void place(const Scroll& scroll);

    /// Distance from rock at a point of the field, in units; kFar if none is near. Moving walls are where they will be
    /// in `ticks` ticks, at most kAhead; a wall that waits for its flag stays. Scrolling is not predicted.
    static constexpr int kAhead = 64;
    float clearance(Point at, float ticks = 0) const;

    /// How many cells have been computed so far.
    std::size_t cells_made() const;

  private:
    static constexpr int kPageCells = 16;                           // in each direction
    using Page = std::array<std::int8_t, kPageCells * kPageCells>;  // distances in 1/32 units, row by row
    struct Grid {
        float left = 0, bottom = 0;  // centre of the first cell, in tile coordinates
        int columns = 0, rows = 0;   // 0: no rock within reach
        int page_columns = 0;
        Range walls{};
        bool moves = false;                        // the grid has the moving ones of these walls, otherwise the static ones
        std::vector<std::unique_ptr<Page>> pages;  // none before the grid is placed; null: not made yet
    };
    static constexpr int kStep = 4;  // ticks from one look ahead to the next
    struct Placed {
        Grid* grid;
        float x, y;                               // offset from field to grid, in cells
        std::array<Point, kAhead / kStep + 1> ahead{};  // how far it will have moved, in cells
    };

    Grid grid_of(Range walls, bool moves, Fixed middle) const;
    std::vector<std::span<const Vec2>> polygons_of(const Grid& grid) const;
    Placed& place(Grid& grid, Vec2 delta);
    std::unique_ptr<Page> make_page(const Grid& grid, int column, int row) const;

    const Level& level_;
    std::vector<Grid> still_;   // of each tile
    std::vector<Grid> moving_;  // of each wall; empty if it is static
    std::vector<Placed> placed_;
};

}  // namespace albireo::bot
