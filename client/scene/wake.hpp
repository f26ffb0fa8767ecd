#pragma once
/// The sea's answer to what touches it: rings and wakes on a grid of shallow water behind the plane of play. Only the picture has
/// them, on top of the surface of sim/game/sea and below scene/ripples. Owned by the stage, which pushes it.
///
/// 1. Rows lie along x, row 0 at z = 0 and each further one behind it. Columns stay with the scenery: those that come into sight are
///    calm. The view is flat, so the picture stretches the rows: a unit of the grid is kWakeDepth units of z.
/// 2. Heights are relative to the core's surface, which they never move where it counts: the picture's line is the core's.
/// 3. Waves fade by kWakeFade a second, and the foam that they leave by kFoamFade. Of what was three seconds ago, which is how far back
///    a seek begins to play, 1 % and 3 % are left.
/// 4. After the constructor nothing allocates.
///
/// The linear shallow-water equations (e.g. A. E. Gill, "Atmosphere-Ocean Dynamics", 1982, section 5.6), without rotation:
///
///     ∂η/∂t = −H (∂u/∂x + ∂w/∂z)     ∂u/∂t = −g ∂η/∂x     ∂w/∂t = −g ∂η/∂z     c² = g H
///
/// on a staggered grid, each tick first the flows, then the heights: stable while c · kTick / kWakeStep < 1 / √2. Across row 0 the sea is
/// its own mirror image; at the other sides waves fade out.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "client/math/vec.hpp"

namespace albireo::scene {

inline constexpr int kWakeColumns = 144, kWakeRows = 32;
inline constexpr float kWakeStep = 0.25F;   // units
inline constexpr float kWakeDepth = 2;
inline constexpr float kWakeSpeed = 3.2F;   // c, units a second
inline constexpr float kWakeFade = 1.5F, kFoamFade = 1.2F;  // e-folds a second
inline constexpr std::size_t kWakeCells = std::size_t{kWakeColumns} * kWakeRows;
inline constexpr std::size_t kWakeMap = 2 * kWakeCells;  // heights, then foam
static_assert(kWakeSpeed / 60 / kWakeStep < 0.7F);

class Wake {
  public:
    Wake();
    void reset();

    /// Begins a tick: the field's middle has come `travel` units along the scenery.
    void begin(float travel);
    /// Raises the surface by `rise` units at (x, z / kWakeDepth) of the field, and lowers it around there by as much water, within about `radius`.
    /// It leaves foam.
    void push(math::Vec2 at, float radius, float rise);
    /// Ends a tick.
    void tick();

    /// Whether there is nothing to see.
    bool is_calm() const { return calm_; }
    /// At the tick before (alpha 0) … at this one (1), row by row from the leftmost column: the heights, then the foam, 0 none … 1.
    /// `out` has kWakeMap.
    void copy_to(std::span<float> out, float alpha) const;
    /// Where the leftmost column is, in units of the field whose middle has come `travel` units.
    float left(float travel) const;

  private:
    std::size_t cell(std::int64_t column, int row) const;

    std::int64_t first_ = 0;  // of the columns, counted along the scenery; its place in a row is its number modulo kWakeColumns
    std::vector<float> foam_, height_, before_, flow_x_, flow_z_;  // flows, in units of height: through a cell's right and far side
    bool calm_ = true;
};

}  // namespace albireo::scene
