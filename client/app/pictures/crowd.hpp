#pragma once
/// A synthetic crowded scene: the renderer is measured with it, and tests draw it. The same seed gives the same crowd.
#include "client/scene/stage.hpp"

namespace albireo::app {

struct CrowdDef {
    std::uint32_t seed = 1;
    std::size_t enemies = 80;  // small and medium ones; a boss is added if the level has one
    std::size_t enemy_shots = 2000;
    std::uint32_t clock = 400;  // ticks
};

/// Fills a world that has just begun.
void make_crowd(World& world, const Level& level, const CrowdDef& def);

/// Adds point lights to a view until it has `count`; adds bursts of `count` particles.
void add_lights(scene::View& view, std::size_t count);
void add_particles(scene::View& view, std::size_t count);

}  // namespace albireo::app
