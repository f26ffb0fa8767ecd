#pragma once
/// What a pass is, and what passes share. The frame is one list of passes (renderer.cpp); each is a file that states
/// what it reads and writes.
#include <memory>
#include <string_view>

#include "client/gpu/device.hpp"
#include "client/gpu/shader_library.hpp"
#include "client/render/buffers.hpp"
#include "client/render/frame_block.hpp"
#include "client/scene/view.hpp"

namespace albireo::render {

/// The instances of a frame (scene::Thing), sorted by mesh, as indirect draws grouped by material.
struct Batch {
    gpu::BufferRange things;
    gpu::Owned<gpu::Buffer> vertices, indices;
    struct Group {
        gpu::Owned<gpu::Program> geometry, material;
        gpu::BufferRange commands;
        std::uint32_t count = 0;
    };
    std::vector<Group> groups;
    gpu::BufferRange commands;  // of all groups, for passes that need no material
    std::uint32_t command_count = 0;
};

struct Frame {
    gpu::Device& device;
    const scene::View& view;
    const Options& options;
    const Buffers& buffers;
    const Batch& batch;
    gpu::BufferRange block;
};

class Pass {
  public:
    virtual ~Pass() = default;
    virtual std::string_view name() const = 0;
    virtual void run(Frame& frame) = 0;
    /// State that must advance even when a frame is not drawn.
    virtual void advance(Frame&) {}

    /// How a debug view shows this pass: a buffer, and how look_at.frag displays it. `alone`: the pass adds to what
    /// others have drawn into the buffer, so it is run alone, on black.
    struct Look {
        const Buffers::Image* image = nullptr;
        float how = 0, scale = 1;
        bool alone = false;
    };
    virtual Look look(const Buffers&) const = 0;
};

/// The resources that the constructors of passes receive.
struct Workshop {
    gpu::Device& device;
    const gpu::ShaderLibrary& library;
    const Options& options;

    gpu::Owned<gpu::Program> program(std::string_view vertex, std::string_view fragment,
                                     std::vector<std::string> defines = {}) const {
        return {device, device.make_program(library.assemble(vertex, defines), library.assemble(fragment, defines))};
    }
    /// The defines for compiling a picture's programs: COARSE if it has no relief.
    std::vector<std::string> coarse() const {
        return options.relief ? std::vector<std::string>{} : std::vector<std::string>{"COARSE"};
    }
    /// The program of a full-screen draw.
    gpu::Owned<gpu::Program> screen(std::string_view fragment) const {
        return program("shaders/screen.vert", fragment);
    }
    gpu::Owned<gpu::Program> compute(std::string_view name) const {
        return {device, device.make_compute(library.assemble(name))};
    }
};

std::unique_ptr<Pass> make_shadow_pass(const Workshop& shop);
std::unique_ptr<Pass> make_geometry_pass(const Workshop& shop);
std::unique_ptr<Pass> make_occlusion_pass(const Workshop& shop);
std::unique_ptr<Pass> make_light_pass(const Workshop& shop);
std::unique_ptr<Pass> make_material_pass(const Workshop& shop);
std::unique_ptr<Pass> make_focus_pass(const Workshop& shop);
std::unique_ptr<Pass> make_sea_pass(const Workshop& shop);
std::unique_ptr<Pass> make_beam_pass(const Workshop& shop);
std::unique_ptr<Pass> make_particle_pass(const Workshop& shop);
std::unique_ptr<Pass> make_shot_pass(const Workshop& shop);
std::unique_ptr<Pass> make_post_pass(const Workshop& shop);
std::unique_ptr<Pass> make_hud_pass(const Workshop& shop);
std::unique_ptr<Pass> make_debug_pass(const Workshop& shop);

/// A full-screen draw with the frame's block and up to six textures.
inline gpu::Draw screen_draw(const Frame& frame, gpu::Program program, std::array<gpu::Texture, 6> textures) {
    gpu::Draw draw;
    draw.program = program;
    draw.uniforms[0] = frame.block;
    draw.textures = textures;
    draw.count = 3;
    return draw;
}

inline gpu::PassDef whole(std::string_view name, const Buffers::Image& image) {
    return {.name = name, .target = image.target, .width = image.width, .height = image.height};
}

}  // namespace albireo::render
