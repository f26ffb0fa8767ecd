#pragma once
/// A crowded moment, made up: what the renderer is measured with, and what tests draw. The same seed, the same crowd.
#include "client/scene/stage.hpp"

namespace albireo::app {

struct CrowdDef {
    std::uint32_t seed = 1;
    std::size_t enemies = 80;  // small and medium ones, beside one boss if the level has any
    std::size_t enemy_shots = 2000;
    std::uint32_t clock = 400;  // ticks
};

/// Fills a world that has just begun.
void make_crowd(World& world, const Level& level, const CrowdDef& def);

/// Tops a view up to so many point lights, and adds bursts of so many particles.
void add_lights(scene::View& view, std::size_t count);
void add_particles(scene::View& view, std::size_t count);

}  // namespace albireo::app
