#pragma once
/// The sea's answer to what touches it: rings and wakes on a grid of shallow water behind the plane of play. Only the picture has
/// them, on top of the surface of sim/game/sea and below scene/ripples. Owned by the stage, which pushes it.
///
/// 1. Rows lie along x, row 0 at z = 0 and each further one kWakeStep behind it. Columns stay with the scenery: those that come into
///    sight are calm.
/// 2. Heights are relative to the core's surface, which they never move where it counts: the picture's line is the core's.
/// 3. A disturbance fades by kWakeFade a second. The three seconds that a seek plays before its tick leave 1 % of what was before.
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
inline constexpr float kWakeSpeed = 3.2F;   // c, units a second
inline constexpr float kWakeFade = 1.5F;    // e-folds a second
inline constexpr std::size_t kWakeCells = std::size_t{kWakeColumns} * kWakeRows;
static_assert(kWakeSpeed / 60 / kWakeStep < 0.7F);

class Wake {
  public:
    Wake();
    void reset();

    /// Begins a tick: the field's middle has come `travel` units along the scenery.
    void begin(float travel);
    /// Raises the surface by `rise` units at (x, z) of the field, and lowers it around there by as much water, within about `radius`.
    void push(math::Vec2 at, float radius, float rise);
    /// Ends a tick.
    void tick();

    /// Whether there is nothing to see.
    bool is_calm() const { return calm_; }
    /// The height at the tick before (alpha 0) … at this one (1), row by row from the leftmost column. `out` has kWakeCells.
    void heights(float alpha, std::span<float> out) const;
    /// Where the leftmost column is, in units of the field whose middle has come `travel` units.
    float left(float travel) const;

  private:
    std::size_t cell(std::int64_t column, int row) const;

    std::int64_t first_ = 0;  // of the columns, counted along the scenery; its place in a row is its number modulo kWakeColumns
    std::vector<float> height_, before_, flow_x_, flow_z_;  // flows, in units of height: through a cell's right and far side
    bool calm_ = true;
};

}  // namespace albireo::scene
