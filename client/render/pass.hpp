#pragma once
/// The interface of a pass, and the data that passes share. The frame is one list of passes (renderer.cpp); each is a file that states
/// what it reads and writes.
#include <memory>
#include <string>
#include <string_view>

#include "client/gpu/device.hpp"
#include "client/gpu/shader_library.hpp"
#include "client/render/buffers.hpp"
#include "client/render/frame_block.hpp"
#include "client/scene/view.hpp"

namespace albireo::render {

using gpu::Lane;
/// The records of a view, as their shaders declare them.
inline constexpr gpu::Lanes kInstanceLanes = {Lane::four, Lane::four, Lane::four, Lane::four, Lane::four, Lane::one};
inline constexpr gpu::Lanes kLightLanes = {Lane::four, Lane::four, Lane::four};
inline constexpr gpu::Lanes kShotLanes = {Lane::four, Lane::two, Lane::bytes, Lane::one};
inline constexpr gpu::Lanes kRibbonLanes = {Lane::four, Lane::four, Lane::four};
inline constexpr gpu::Lanes kBoltLanes = {Lane::four, Lane::four};
inline constexpr gpu::Lanes kBendLanes = {Lane::four, Lane::four};
inline constexpr gpu::Lanes kLineLanes = {Lane::three, Lane::bytes, Lane::three, Lane::one};
static_assert(gpu::bytes_of(kInstanceLanes) == sizeof(scene::InstanceData) && gpu::bytes_of(kLightLanes) == sizeof(scene::Light) &&
              gpu::bytes_of(kShotLanes) == sizeof(scene::ShotSprite) &&
              gpu::bytes_of(kRibbonLanes) == sizeof(scene::Ribbon) &&
              gpu::bytes_of(kBoltLanes) == sizeof(scene::BoltVertex) && gpu::bytes_of(kBendLanes) == sizeof(scene::Bend) &&
              gpu::bytes_of(kLineLanes) == sizeof(scene::DebugLine) && gpu::bytes_of(gpu::kMeshLanes) == sizeof(scene::MeshVertex));

/// The instances of a frame (scene::InstanceData), sorted by mesh, as runs of instances grouped by material.
struct Batch {
    gpu::Records instances{.lanes = kInstanceLanes};
    gpu::Owned<gpu::Buffer> vertices, indices;
    gpu::Owned<gpu::Texture> bones;  // the rest pose, then View::bones; two texels for each bone
    struct Group {
        gpu::Owned<gpu::Program> geometry, material;
        std::string graph;  // the texture graph of its meshes
        bool has_bones = false;
        std::uint32_t first = 0, count = 0;  // in runs
    };
    std::vector<Group> groups;
    std::size_t rigid_runs = 0;  // the runs before this one have no bones, the others have
    std::vector<gpu::MeshRun> runs;  // of all groups in order, for passes that need no material
    std::span<const gpu::MeshRun> runs_of(const Group& group) const {
        return std::span(runs).subspan(group.first, group.count);
    }
};

struct Frame {
    gpu::Device& device;
    const scene::View& view;
    const Options& options;
    const Buffers& buffers;
    const Batch& batch;
    gpu::BufferRange block;
};

/// The texture slot of the bones in every program that reads them.
inline constexpr std::size_t kBonesSlot = 5;

class Pass {
  public:
    virtual ~Pass() = default;
    virtual std::string_view name() const = 0;
    virtual void run(Frame& frame) = 0;
    /// State that must advance even when a frame is not drawn.
    virtual void advance(Frame&) {}

    /// How a debug view shows this pass: a buffer, and how look_at.frag displays it (surfaces have a shader of their own).
    /// `alone`: the pass draws over the output of others, so it is run alone, on black.
    struct Look {
        const Buffers::Image* image = nullptr;
        float how = 0, scale = 1;
        bool alone = false;
    };
    virtual Look look(const Buffers&) const = 0;
};

/// The resources that the constructors of passes receive.
struct PassSetup {
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
};

std::unique_ptr<Pass> make_shadow_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_geometry_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_occlusion_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_light_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_reflection_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_material_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_focus_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_haze_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_sea_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_beam_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_particle_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_shot_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_post_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_hud_pass(const PassSetup& setup);
std::unique_ptr<Pass> make_debug_pass(const PassSetup& setup);

/// A full-screen draw with the frame's block and up to six textures.
inline gpu::Draw screen_draw(const Frame& frame, gpu::Program program, std::array<gpu::Texture, 6> textures) {
    gpu::Draw draw;
    draw.program = program;
    draw.uniforms[0] = frame.block;
    draw.textures = textures;
    draw.count = 3;
    return draw;
}

/// Draws all meshes without their materials, as `draw` says: those without bones by the first program, the others by the second.
inline void draw_meshes(const Frame& frame, gpu::Draw draw, gpu::Program rigid, gpu::Program posed) {
    const std::span<const gpu::MeshRun> runs = frame.batch.runs;
    draw.depth = gpu::Depth::write;
    draw.records = frame.batch.instances;
    draw.vertices = frame.batch.vertices;
    draw.indices = frame.batch.indices;
    for (const bool has_bones : {false, true}) {
        draw.meshes = has_bones ? runs.subspan(frame.batch.rigid_runs) : runs.first(frame.batch.rigid_runs);
        if (draw.meshes.empty()) continue;
        draw.program = has_bones ? posed : rigid;
        if (has_bones) draw.textures[kBonesSlot] = frame.batch.bones;
        frame.device.draw(draw);
    }
}

inline gpu::PassDef whole(std::string_view name, const Buffers::Image& image) {
    return {.name = name, .target = image.target, .width = image.width, .height = image.height};
}

}  // namespace albireo::render
