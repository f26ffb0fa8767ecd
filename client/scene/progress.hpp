#pragma once
/// A game's progress, as the picture shows it. Pure functions of a world and its level, so that a view of a tick is the
/// same whether it was reached from the beginning or by a seek.
#include "client/math/vec.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

/// The opacity of the black overlay, 0 … 1, at `left` (0 … 1) of a tick before this world. A level fades in during its
/// first second and fades out in its last. After a game over the picture is dim while a continue is offered, then
/// black.
float fade_of(const World& world, const Level& level, float left);

/// The camera's distance since the level's beginning, in units. The number of laps of finished loops is derived from
/// their total time, which is exact unless the level has loops of different speeds. In an endless level the distance
/// starts again at 0 after 65 536 units, which is seven hours.
math::Vec2 way_come(const World& world, const Level& level);

/// Whether the HUD shows how long the game and each boss take: in a boss rush, a level that ends and has more bosses
/// than a level of the campaign.
bool has_clock(const Level& level);

}  // namespace albireo::scene
