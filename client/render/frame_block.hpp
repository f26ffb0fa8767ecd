#pragma once
/// What every shader knows of the frame: shaders/frame.glsl, number for number.
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

/// How much a machine can afford.
struct Options {
    int width = 1280, height = 720;
    int samples = 4;            // of the scene's edges
    int occlusion_divisor = 1;  // 2: at half size
    int occlusion_samples = 8;
    float bloom = 0.09F;
    std::uint32_t particles_max = 1 << 17;
    std::size_t stream_bytes = 4 << 20;
    bool tone_map = true;  // off only in tests of pixel exactness
};

FrameBlock frame_block(const scene::View& view, const Options& options);

}  // namespace albireo::render
