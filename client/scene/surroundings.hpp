#pragma once
/// The camera's surroundings, by the tiles in view: backdrops, air and grade. In a level of the campaign
/// all tiles have the level's own backdrop; Endless and Boss Rush mix them.
///
/// 1. It is a function of a world, so a tick looks the same after a seek.
/// 2. The shares change evenly as tiles scroll through the picture, so nothing switches at a seam.
#include <array>

#include "client/scene/backdrop.hpp"
#include "client/scene/grade.hpp"

namespace albireo::scene {

struct Surroundings {
    std::array<float, kBackdrops> shares{};  // of each backdrop; their sum is 1
    Vec3 haze;
    float black_reach = 0;
    Grade grade;  // the section's where tiles have the level's backdrop, otherwise the tiles' own
};

/// At `left` (0 … 1) of a tick before this world.
Surroundings surroundings_of(const World& world, const Level& level, float left);

/// The shares alone.
std::array<float, kBackdrops> backdrop_shares(const Scroll& scroll, const Level& level, float left);

}  // namespace albireo::scene
