#pragma once
/// The sea: a surface whose height is a function of the scroll and the clock, and its effects on ships and shots.
///
/// 1. h(x) = level + tide + swell · Σ share_i · sine(n_i · (x + travel) − clock · 65536 / period_i + phase_i), over the
///    level's waves (WaveDef). Level and swell come from the tiles: each tile states them at its entry and at its exit.
///    They never depend on which tiles are placed already. `travel` is how far the camera has moved, modulo 65 536 units. Each wave has
///    a whole number of turns in that, so there is no seam where it wraps.
/// 2. Tide and swell are changed by cues, or by enemies' scripts, late (rule 5). So the sea is never mispredicted, and a
///    ship's motion may depend on it.
/// 3. The height is computed at the edges of columns and is straight between them. The core, the clients' collisions, the
///    bots and the picture use height().
/// 4. A player's shot ends when it has flown kDiveReach under water. An enemy's orb, dart or ring ends at the surface; a
///    diamond continues at kDiveShare of its speed. Beams, missiles and enemies pass unchanged.
#include <array>
#include <span>

#include "sim/game/wall.hpp"

namespace albireo {

class Sea {
  public:
    static constexpr Fixed kDry = Fixed{-1024 * Fixed::kOneRaw};  // the height where there is no sea

    Sea() {}  // dry; not `= default`: the heights need no zeros
    /// The sea in the tick that led to this world.
    Sea(const World& world, const Level& level) { place(world.scroll, world.clock - 1, level); }
    void place(const Scroll& scroll, Tick clock, const Level& level);

    /// Whether there is no sea near the field.
    bool is_dry() const { return count_ == 0; }

    /// The height of the surface in the field; kDry where there is none.
    Fixed height(Fixed x) const;

    bool covers(Vec2 at) const { return !is_dry() && at.y < height(at.x); }

    /// Takes the space under water out of the band, so that a shot in clear space is in the air.
    void cut_out_of(WallBand& band) const;

  private:
    /// A placed tile; its level is kDry if it has no sea.
    struct Stretch {
        Fixed left, right;
        Fixed level, level_to, swell, swell_to;
    };
    Fixed edge(std::int32_t column) const;  // the height at a column's left edge

    std::array<Stretch, kTileRowMax> stretches_;
    std::size_t count_ = 0;
    std::span<const WaveDef> waves_;
    std::array<Angle, kWavesMax> turned_;  // by the clock
    Fixed travel_{}, tide_{}, factor_{};
    std::array<Fixed, WallBand::kCount + 1> edges_;  // from WallBand::kFirst on
};

/// One tick of the tide and of the swell.
void settle_sea(Tides& tides);

/// The sea changes from now on, evenly over `change.over` ticks. For the timeline, which is never mispredicted.
void change_sea(Tides& tides, const TideDef& change);
/// The same, kLateTicks later, for a change that an enemy's script requests. A request replaces a pending one.
void change_sea_late(Flow& flow, const TideDef& change);
/// One tick of a pending request.
void settle_sea_due(World& world);

/// One tick of a ship's breath, under water or in the air.
void dive(Ship& ship, const Level& level, bool is_under);

/// The motion of a ship under water in a tick in which it would move by `way` in air, in units.
Vec2 way_under_water(const Level& level, const Ship& ship, Vec2 way);

/// A player's shot flies under water. Returns whether it has ended there.
bool drowns(Shot& shot);

/// An enemy shot that has just moved is under water. Returns whether it ends; otherwise it has been slowed down.
bool sinks(const Level& level, EnemyShot& shot);

}  // namespace albireo
