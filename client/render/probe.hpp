#pragma once
/// Measures how fast a machine draws, and chooses a tier accordingly, for `--quality auto`.
#include "client/gpu/shader_library.hpp"
#include "client/render/quality.hpp"

namespace albireo::render {

/// Nanoseconds for a pixel of the sky, the shader that every frame runs and that needs no level: the median of a few
/// draws of 256 × 144 after the driver has compiled it. Takes 10 ms on a GPU and 0.1 s without one. Throws
/// gpu::ShaderError and gpu::ContextError.
double probe_pixel_ns(gpu::Device& device, const gpu::ShaderLibrary& library);

/// The best tier whose crowded frame, at this size of the picture, is expected to take no more than kTierBudgetMs.
Tier tier_for(double pixel_ns, int width, int height);

/// A sixtieth of a second, less what the game and the window take.
inline constexpr double kTierBudgetMs = 14;

/// The measured cost of a crowded frame for each pixel of the picture, in pixels of the sky. If neither high nor medium
/// fits the budget, the tier is low.
constexpr double sky_pixels(Tier tier) {
    return tier == Tier::high ? 12.0 : tier == Tier::medium ? 7.0 : 2.5;
}

}  // namespace albireo::render
