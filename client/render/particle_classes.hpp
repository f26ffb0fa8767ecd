#pragma once
/// The classes of particles, as data. shaders/particle.glsl reads the rows in this layout (five vec4s). Explosions,
/// wounds and engines are bursts of several classes, and data too (scene/recipes.hpp).
#include <array>

#include "client/math/vec.hpp"
#include "client/scene/view.hpp"

namespace albireo::render {

struct ParticleRow {
    float drag = 0, gravity = 0;            // per second; units per second², downward
    float life_min = 1, life_max = 1;       // seconds
    float size_born = 0.1F, size_dead = 0;  // half of its width, units
    float stretch = 0;                      // units of length added for each unit of speed
    float spin = 0;                         // of the fastest particle, radians per second
    math::Vec3 early{1, 1, 1};
    float heat = 1;  // brightness at birth, of particles that emit light
    math::Vec3 late{1, 1, 1};
    float cover = 0;    // 0 emits light … 1 hides what is behind it
    float outline = 0;  // 0 a dot, 1 a ball torn by noise, 2 a ring
    float point = 1;    // how sharp a dot is
    float young = 0;    // how white when just born
    float veil = 0;     // how much a particle that emits light also hides
};
static_assert(sizeof(ParticleRow) == 5 * 16);

constexpr std::size_t kParticleClassesMax = 8;  // particle.glsl, kClasses

constexpr std::array<ParticleRow, kParticleClassesMax> kParticleClasses = [] {
    using scene::ParticleClass;
    std::array<ParticleRow, kParticleClassesMax> rows{};
    const auto row = [&](ParticleClass name) -> ParticleRow& { return rows[static_cast<std::size_t>(name)]; };
    row(ParticleClass::spark) = {.drag = 2.4F,
                                 .gravity = 3,
                                 .life_min = 0.18F,
                                 .life_max = 0.55F,
                                 .size_born = 0.035F,
                                 .size_dead = 0.012F,
                                 .stretch = 0.09F,
                                 .early = {1.0F, 0.85F, 0.6F},
                                 .heat = 3.4F,
                                 .late = {1.0F, 0.35F, 0.1F}};
    row(ParticleClass::fire) = {.drag = 3.2F,
                                .gravity = -0.6F,
                                .life_min = 0.30F,
                                .life_max = 0.75F,
                                .size_born = 0.22F,
                                .size_dead = 0.75F,
                                .spin = 2,
                                .early = {1.0F, 0.42F, 0.10F},
                                .heat = 1.15F,
                                .late = {0.55F, 0.07F, 0.015F},
                                .outline = 1,
                                .young = 1,
                                .veil = 0.18F};
    row(ParticleClass::smoke) = {.drag = 1.8F,
                                 .gravity = -0.5F,
                                 .life_min = 0.9F,
                                 .life_max = 2.2F,
                                 .size_born = 0.25F,
                                 .size_dead = 1.05F,
                                 .spin = 0.9F,
                                 .early = {0.115F, 0.115F, 0.125F},
                                 .late = {0.05F, 0.05F, 0.058F},
                                 .cover = 0.72F,
                                 .outline = 1};
    row(ParticleClass::debris) = {.drag = 0.5F,
                                  .gravity = 7,
                                  .life_min = 0.6F,
                                  .life_max = 1.6F,
                                  .size_born = 0.07F,
                                  .size_dead = 0.05F,
                                  .spin = 9,
                                  .early = {0.16F, 0.15F, 0.15F},
                                  .late = {0.07F, 0.06F, 0.06F},
                                  .cover = 1};
    row(ParticleClass::flash) = {.life_min = 0.07F,
                                 .life_max = 0.13F,
                                 .size_born = 0.6F,
                                 .size_dead = 1.3F,
                                 .early = {1.0F, 0.85F, 0.65F},
                                 .heat = 2.2F,
                                 .late = {1.0F, 0.45F, 0.15F},
                                 .point = 2};
    row(ParticleClass::ember) = {.drag = 1.2F,
                                 .gravity = -0.8F,
                                 .life_min = 0.5F,
                                 .life_max = 1.4F,
                                 .size_born = 0.030F,
                                 .size_dead = 0.010F,
                                 .stretch = 0.02F,
                                 .early = {1.0F, 0.55F, 0.2F},
                                 .heat = 2.6F,
                                 .late = {1.0F, 0.15F, 0.03F}};
    // Like embers, but without a colour of their own: a blue ship's trail is blue.
    row(ParticleClass::glint) = {.drag = 1.2F,
                                 .gravity = -0.4F,
                                 .life_min = 0.4F,
                                 .life_max = 1.2F,
                                 .size_born = 0.032F,
                                 .size_dead = 0.010F,
                                 .stretch = 0.02F,
                                 .heat = 2.2F,
                                 .late = {0.75F, 0.65F, 0.75F},
                                 .young = 0.25F};
    row(ParticleClass::ring) = {.life_min = 0.35F,
                                .life_max = 0.45F,
                                .size_born = 0.3F,
                                .size_dead = 3.2F,
                                .early = {1.0F, 0.7F, 0.45F},
                                .heat = 0.9F,
                                .late = {0.8F, 0.3F, 0.2F},
                                .outline = 2};
    return rows;
}();
static_assert(static_cast<std::size_t>(scene::ParticleClass::count) <= kParticleClassesMax);

}  // namespace albireo::render
