#pragma once
/// The textures that the passes of a frame pass to each other. Owned by the renderer.
#include <array>

#include "client/gpu/device.hpp"
#include "client/render/frame_block.hpp"

namespace albireo::render {

/// The buffers of a frame, recreated when its size changes. A lower resolution of the scene uses a part of them, from
/// the lower left corner, so that the scale can change between two frames without an allocation.
struct Buffers {
    struct Image {
        gpu::Owned<gpu::Texture> texture;
        gpu::Owned<gpu::Target> target;
        int width = 0, height = 0;            // in use
        int full_width = 0, full_height = 0;  // of the texture
    };
    std::uint32_t made = 0;  // how many times the renderer had made its buffers
    gpu::Owned<gpu::Texture> depth, scene_depth, reflection_depth;
    std::array<Image, 2> shadows;  // depth alone; of a size of their own
    Image surfaces;                // normals and depth
    Image occlusion, occlusion_swap;
    Image light;
    Image reflection_face;                  // one face of the cube, with depth
    Image reflection, reflection_rough;     // all six, three in a row
    Image scene_edges;  // multisampled, and the mean of its samples; neither exists if samples = 1
    Image scene_sum;
    Image scene;
    Image bolts;
    Image particle_sum, particle_hidden, particle_light;  // one target, at half size
    Image bend;                     // displacements, units, at a quarter of the size; does not exist without haze
    std::array<Image, 2> focus;     // far scenery, at half size
    std::array<Image, 2> exposure;  // one texel each: the last and the next, alternating
    static constexpr std::size_t kBloomLevels = 5;
    std::array<Image, kBloomLevels> bloom;
    Image graded;   // the finished scene, if its scale is below 1
    Image picture;  // at the picture's own resolution
};

inline constexpr int kReflectedFaces = 6;
inline constexpr int kRoughTexels = 16;  // of a face's side; reflect_rough.frag has the same number

/// Makes the buffers for a picture with these options, whose size must not be 0 × 0. Throws gpu::ContextError if there is not
/// enough memory.
Buffers make_buffers(gpu::Device& device, const Options& options);

/// Uses the part of the buffers that the options' scale needs. It must not be larger than the scale they were made for.
void fit(Buffers& buffers, const Options& options);

}  // namespace albireo::render
