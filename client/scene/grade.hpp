#pragma once
/// The colour grading of a section. A function of the world alone, so a tick has the same grade after a seek.
#include <array>

#include "client/math/vec.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

/// The first three are applied to the finished linear colours, 0 … 1, after the tone curve. Keep them small: the colours of fire
/// must stay distinguishable, and enemy fire must stay the brightest thing on screen (contrast_test.cpp). The light falls on rock,
/// water and bodies before that, and fire has its own: so a section may have a very different light.
struct Grade {
    math::Vec3 gain{1, 1, 1};  // of each channel
    math::Vec3 lift{};         // added to black
    float saturation = 1.12F;
    math::Vec3 air{1, 1, 1};  // times the backdrop's haze: fog is brighter, night darker
    float rain = 0;           // behind the play: 0 none … 1; no stars, and pale suns
    float dawn = 0;           // of the sky: 0 night … 1 sunrise or dusk
    math::Vec3 sun{1, 1, 1}, sky{1, 1, 1};  // times the suns' light, and that from above and below
};

/// The sum of grades, each times its share.
void add(Grade& sum, const Grade& grade, float share);
/// Nothing, to add to.
Grade no_grade();

inline constexpr float kGradeTicks = 150;  // from one section's grade to the next

/// The grade at a moment between two ticks. `left`: the part of the tick that remains, 0 … 1.
Grade grade_of(const World& world, const Level& level, float left);

/// The grades of a backdrop's sections, in order; a level with more sections starts over with the first.
std::span<const Grade> grades_of(std::string_view backdrop);

/// As three rows of a matrix: (r, g, b, 1) times row i is channel i.
std::array<std::array<float, 4>, 3> matrix_of(const Grade& grade);

}  // namespace albireo::scene
