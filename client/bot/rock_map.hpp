#pragma once
/// How far every place of the scenery is from rock, looked up instead of computed: a grid of distances for each tile of
/// a level, made once. Owned by an autopilot; the level must outlive it.
/// 1. A value is the signed distance to the tile's own rock, negative inside, clamped to ±kFar, good to half a cell.
#include <cstdint>
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

  private:
    struct Grid {
        float left = 0, bottom = 0;  // of the first cell's middle, in tile coordinates
        int columns = 0, rows = 0;
        std::vector<std::int8_t> cells;  // distance in 1/32 units
    };
    struct Placed {
        const Grid* grid;
        float x, y;  // what brings a point of the field into the grid, in cells
    };

    const Level& level_;
    std::vector<Grid> grids_;
    std::vector<Placed> placed_;
};

}  // namespace albireo::bot
