#pragma once
/// The uniform block that all shaders share. Its members match those of shaders/frame.glsl, in order.
#include <array>

#include "client/gpu/device.hpp"
#include "client/scene/view.hpp"

namespace albireo::render {

using Four = std::array<float, 4>;

struct FrameBlock {
    Four size{}, eye{}, lens{}, clock{}, scroll{};
    Four sun_way{}, sun_colour{}, back_way{}, back_colour{}, sky_up{}, sky_down{}, haze{};
    Four show{}, flash{};
};
static_assert(sizeof(FrameBlock) == 14 * 16);

inline constexpr float kEyeDistance = 34;  // from z = 0, where the field is exactly 32 × 18 units
inline constexpr float kNearZ = 14, kFarZ = -70;

/// The size and quality of the picture, by what the machine can afford.
struct Options {
    int width = 1280, height = 720;
    int samples = 4;            // for each pixel of the scene's edges
    int occlusion_divisor = 1;  // 2: at half size
    int occlusion_samples = 8;
    float bloom = 0.09F;
    std::uint32_t particles_max = 1 << 17;
    std::size_t stream_bytes = 4 << 20;
    bool tone_map = true;  // off only in tests of pixel exactness
};

FrameBlock frame_block(const scene::View& view, const Options& options);

}  // namespace albireo::render
