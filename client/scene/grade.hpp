#pragma once
/// The colours of a section: what a film's grading is. A function of the world alone, so a seek lands in the same light.
#include <array>

#include "client/math/vec.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

/// Applied to the finished linear colours, 0 … 1, after the tone curve. Small steps only: the colours of fire must stay
/// apart, and enemy fire the brightest thing on screen (contrast_test.cpp).
struct Grade {
    math::Vec3 gain{1, 1, 1};  // of each channel
    math::Vec3 lift{};         // added to black
    float saturation = 1.12F;
};

inline constexpr float kGradeTicks = 150;  // from one section's grade to the next

/// The grade at a moment. `left`: the part of the tick that is still to come, 0 … 1.
Grade grade_of(const World& world, const Level& level, float left);

/// The grades of a backdrop's sections, in order; a level with more sections begins again.
std::span<const Grade> grades_of(std::string_view backdrop);

/// As three rows of a matrix: (r, g, b, 1) times row i is channel i.
std::array<std::array<float, 4>, 3> matrix_of(const Grade& grade);

}  // namespace albireo::scene
