#pragma once
/// The quality of the picture: the tiers that players choose from, and their values. One table; the
/// settings, the command line and the measurement at start read it here.
///
/// 1. A tier never changes what a player must see: shots, beams, bolts and HUD are drawn in every tier, and the HUD
///    always at the picture's own resolution.
/// 2. The game's ticks do not depend on it.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "client/render/frame_block.hpp"

namespace albireo::render {

enum class Tier : std::uint8_t { low, medium, high };
inline constexpr std::array<std::string_view, 3> kTierNames = {"low", "medium", "high"};

enum class Occlusion : std::uint8_t { off, half, full };
enum class Reflections : std::uint8_t { off, coarse, fine };
enum class Shadows : std::uint8_t { off, sharp, soft };

struct Quality {
    int scale = 100;      // percent of the picture's width and height at which the scene is drawn, at most
    bool dynamic = true;  // lowers the scale, to no less than kScaleMin, while the frame rate is not held
    int samples = 4;      // at edges: 1, 2 or 4
    Occlusion occlusion = Occlusion::full;
    Shadows shadows = Shadows::soft;
    Reflections reflections = Reflections::fine;  // on ships and wet rock
    int particles = 100;  // percent of a burst that is born
    bool bloom = true;
    bool relief = true;   // surfaces are rough: normals follow the texture's height, and noise has all its octaves
    bool focus = true;    // scenery far behind the play is out of focus

    bool operator==(const Quality&) const = default;
};
inline constexpr int kScaleMin = 50;  // percent
/// Pixels across the scene, at least: with fewer, the dark middle that distinguishes a ring from an orb is lost.
inline constexpr int kSceneWidthLeast = 640;

constexpr Quality quality_of(Tier tier) {
    switch (tier) {
        case Tier::low:
            return {.scale = 50,
                    .samples = 1,
                    .occlusion = Occlusion::off,
                    .shadows = Shadows::off,
                    .reflections = Reflections::off,
                    .particles = 50,
                    .bloom = true,
                    .relief = false,
                    .focus = false};
        case Tier::medium:
            return {.samples = 1,
                    .occlusion = Occlusion::half,
                    .shadows = Shadows::sharp,
                    .reflections = Reflections::coarse,
                    .particles = 100,
                    .bloom = true,
                    .relief = true,
                    .focus = false};
        case Tier::high:
            break;
    }
    return {};
}

constexpr std::optional<Tier> tier_named(std::string_view name) {
    for (std::size_t i = 0; i < kTierNames.size(); ++i) {
        if (kTierNames[i] == name) return static_cast<Tier>(i);
    }
    return std::nullopt;
}

/// Sets the options that the quality determines, and leaves the others.
constexpr void apply(const Quality& quality, Options& options) {
    options.scale = static_cast<float>(quality.scale) / 100;
    options.scene_width_least = kSceneWidthLeast;
    options.samples = quality.samples;
    options.occlusion_divisor = quality.occlusion == Occlusion::full ? 1 : 2;
    options.occlusion_samples = quality.occlusion == Occlusion::off ? 0 : 8;
    options.shadow_texels = quality.shadows == Shadows::off ? 0 : quality.shadows == Shadows::sharp ? 1024 : 2048;
    options.soft_shadows = quality.shadows == Shadows::soft;
    options.reflection_texels = quality.reflections == Reflections::off ? 0 : quality.reflections == Reflections::coarse ? 32 : 64;
    options.reflection_frames = quality.reflections == Reflections::coarse ? 2 : 1;
    options.particle_share = static_cast<float>(quality.particles) / 100;
    options.bloom = quality.bloom ? Options{}.bloom : 0;
    options.ripple_side = quality.relief ? Options{}.ripple_side : Options{}.ripple_side / 2;
    options.relief = quality.relief;
    options.haze = quality.relief;
    options.coarse = !quality.relief && quality.scale <= kScaleMin;
    options.focus = quality.focus;
}
constexpr Options options_of(const Quality& quality, int width, int height) {
    Options options;
    options.width = width;
    options.height = height;
    apply(quality, options);
    return options;
}

}  // namespace albireo::render
