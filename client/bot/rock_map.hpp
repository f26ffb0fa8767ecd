#pragma once
/// How far every place of the scenery is from rock, looked up instead of computed: a grid of distances for each tile of
/// a level. Owned by an autopilot; the level must outlive it.
/// 1. A value is the signed distance to the tile's own rock, negative inside, clamped to ±kFar, good to half a cell.
/// 2. A grid is made in pages, each when it is first looked into. A level's size costs nothing before it is flown
///    through: one with as many large tiles as there may be would take many seconds to map at once.
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

    /// Looks from this world's camera from now on.
    void place(const Scroll& scroll);

    /// Distance from rock at a point of the field, in units; kFar where there is none near.
    float clearance(Point at) const;

    /// How many cells have been computed so far.
    std::size_t cells_made() const;

  private:
    static constexpr int kPageCells = 16;                           // each way
    using Page = std::array<std::int8_t, kPageCells * kPageCells>;  // distances in 1/32 units, row by row
    struct Grid {
        float left = 0, bottom = 0;  // of the first cell's middle, in tile coordinates
        int columns = 0, rows = 0;   // 0: no rock within reach
        int page_columns = 0;
        std::uint16_t tile = 0;
        std::vector<std::unique_ptr<Page>> pages;  // null: not made yet
    };
    struct Placed {
        Grid* grid;
        float x, y;  // what brings a point of the field into the grid, in cells
    };

    std::span<const WallDef> walls_of(std::uint16_t tile) const;
    std::unique_ptr<Page> make_page(const Grid& grid, int column, int row) const;

    const Level& level_;
    std::vector<Grid> grids_;
    std::vector<Placed> placed_;
};

}  // namespace albireo::bot
