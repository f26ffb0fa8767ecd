#pragma once
/// The uniform block that all shaders share. Its members match those of shaders/frame.glsl, in order.
#include <algorithm>
#include <array>

#include "client/gpu/device.hpp"
#include "client/scene/view.hpp"

namespace albireo::render {

using Four = std::array<float, 4>;

struct FrameBlock {
    Four size{}, eye{}, lens{}, clock{}, scroll{};
    Four sun_way{}, sun_colour{}, back_way{}, back_colour{}, sky_up{}, sky_down{}, haze{};
    Four show{}, flash{};
    std::array<Four, 3> grade{};
    Four suns{};
};
static_assert(sizeof(FrameBlock) == 18 * 16);

inline constexpr float kEyeDistance = 34;  // from z = 0, where the field is exactly 32 × 18 units
inline constexpr float kNearZ = 14, kFarZ = -70;

/// The size and quality of the picture, as set by quality.hpp. The defaults are the best quality.
struct Options {
    int width = 1280, height = 720;
    float scale = 1;            // the scene is drawn at this share of width and height; HUD and lines are not scaled
    int scene_width_least = 0;  // pixels; a small picture's scene is scaled less, or not at all
    int samples = 4;            // for each pixel of the scene's edges
    int occlusion_divisor = 1;  // 2: at half size
    int occlusion_samples = 8;  // 0: no occlusion
    int shadow_texels = 2048;   // of each cascade's side; 0: no shadows
    bool soft_shadows = true;
    int reflection_texels = 64;  // of the side of each face of the cube that ships and wet rock mirror; 0: no reflections
    int reflection_frames = 1;   // for each face that is refreshed
    int ripple_side = 64;        // points on a side of the tile of the sea's small waves; 0: a smooth sea
    bool relief = true;  // normals follow the textures' heights
    bool coarse = false;  // meshes have fewer triangles (coarse_mesh.hpp)
    bool haze = true;    // shock rings and hot air bend what lies behind the plane of play
    bool focus = true;   // far scenery is out of focus
    float bloom = 0.09F;
    float particle_share = 1;  // of each burst's particles
    std::uint32_t particles_max = 1 << 17;
    std::size_t stream_bytes = 4 << 20;
    bool tone_map = true;  // off only in tests of pixel exactness
};

/// The size at which the scene is drawn, for a picture of these options.
inline float scene_scale(const Options& options) {
    const float least = static_cast<float>(options.scene_width_least) / static_cast<float>(std::max(options.width, 1));
    return std::max(options.scale, std::min(least, 1.0F));
}
inline int scene_width(const Options& options) {
    return std::max(1, static_cast<int>(static_cast<float>(options.width) * scene_scale(options) + 0.5F));
}
inline int scene_height(const Options& options) {
    return std::max(1, static_cast<int>(static_cast<float>(options.height) * scene_scale(options) + 0.5F));
}

inline constexpr math::Vec3 kReflectionAt{0, 0, 1};  // the middle of the cube of reflections

/// The direction toward the sun, of length 1.
math::Vec3 sun_way();

FrameBlock frame_block(const scene::View& view, const Options& options);

}  // namespace albireo::render
