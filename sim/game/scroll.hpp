#pragma once
/// The scenery's motion: a row of tiles under a camera, looping until a trigger.
///
/// 1. The row reaches at least kSightAhead units to the right of the camera, as long as the level has tiles. So the
///    next tile is chosen before it can be seen, and a loop ends at a tile boundary that is not in view yet.
/// 2. The camera moves linearly through its tile and is exact at both ends, so no error accumulates over a level.
#include "sim/game/context.hpp"

namespace albireo {

/// Places the row of tiles at the start of a level.
void place_first_tiles(World& world, const Level& level);

/// One tick of the camera: moves it along its tile, and places further tiles before they come into view.
void advance_scroll(StepContext& step);

/// The loop that a tile belongs to, or Flow::kNoLoop.
std::uint8_t loop_of(const Level& level, std::uint16_t tile);

}  // namespace albireo
