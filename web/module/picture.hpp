#pragma once
/// The schematic picture: the shapes of one world that the core itself knows, as numbers for a 2D canvas. It shows what
/// the rules see, not what a player sees: circles that bound the parts of enemies, shots, beams, rock, the sea.
///
/// 1. A picture is a row of records: kind, count n, then n numbers. Positions are in units, x −16 … +16 to the right,
///    y −9 … +9 upward; angles in radians, counter-clockwise.
/// 2. Whatever a world holds, a picture has no NaN and only complete records.
#include <vector>

#include "sim/event.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::web {

/// The kinds of records and their numbers. web/page/view.js has the same list.
enum class ShapeKind : int {
    rock = 0,        // x, y of each corner
    sea = 1,         // x, y of points of the surface, from left to right
    part = 2,        // x, y, radius, share of its armour left (−1: cannot be hurt), enemy, part, lives, vital
    enemy_shot = 3,  // x, y, radius, look, angle of flight, index
    beam = 4,        // from x, y; bend x, y; tip x, y; half width, burns
    missile = 5,     // x, y, radius, heading, index
    shot = 6,        // x, y, speed x, y (units per tick), slot, weapon, powered, index
    ship = 7,        // x, y, radius of the hull, slot, state (Life), invulnerable, weapon, guard
    ribbon = 8,      // from x, y to x, y; slot, form (Ribbon)
    event = 9,       // kind (EventKind), x, y, slot, value
};

using Picture = std::vector<float>;

/// Replaces what is in `picture`. `events` are those of the tick that led to the world.
void draw_world(const World& world, const Level& level, const Events& events, Picture& picture);

}  // namespace albireo::web
