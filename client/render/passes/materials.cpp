/// Reads: meshes, light, surfaces, reflections. Writes: scene. The objects again, now with their textures, then the sky wherever
/// nothing is.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class MaterialPass final : public Pass {
  public:
    explicit MaterialPass(const PassSetup& setup)
        : sky_(setup.program("shaders/screen.vert", "shaders/sky.frag", sky_defines(setup))),
          plain_sky_(setup.program("shaders/screen.vert", "shaders/sky.frag", sky_defines(setup, "PLAIN"))),
          resolve_(setup.screen("shaders/resolve.frag")) {}
    std::string_view name() const override { return "materials"; }
    void run(Frame& frame) override {
        const Buffers& buffers = frame.buffers;
        const bool edges = frame.options.samples > 1;
        gpu::PassDef pass = whole(name(), edges ? buffers.scene_edges : buffers.scene);
        pass.clear = edges;  // else the depth of the first pass is what hides what
        frame.device.begin_pass(pass);
        for (const Batch::Group& group : frame.batch.groups) {
            if (group.count == 0) continue;
            gpu::Draw draw;
            draw.program = group.material;
            draw.depth = edges ? gpu::Depth::write : gpu::Depth::test_equal;
            draw.cull = true;
            draw.uniforms[0] = frame.block;
            draw.records = frame.batch.instances;
            draw.textures = {buffers.light.texture, buffers.surfaces.texture, buffers.reflection.texture,
                             buffers.reflection_rough.texture};
            if (group.has_bones) draw.textures[kBonesSlot] = frame.batch.bones;
            draw.vertices = frame.batch.vertices;
            draw.indices = frame.batch.indices;
            draw.meshes = frame.batch.runs_of(group);
            frame.device.draw(draw);
        }
        gpu::Draw sky = screen_draw(frame, is_plain(frame.view.sky) ? plain_sky_ : sky_, {});
        sky.depth = gpu::Depth::test_equal;
        frame.device.draw(sky);
        frame.device.end_pass();
        if (!edges) return;
        frame.device.copy(buffers.scene_edges.target, buffers.scene_sum.target, buffers.scene.width, buffers.scene.height);
        frame.device.begin_pass(whole("resolve", buffers.scene));
        frame.device.draw(screen_draw(frame, resolve_, {buffers.scene_sum.texture}));
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.scene, 0, 1}; }

  private:
    /// No sun is near enough to have a surface, and it does not rain.
    static bool is_plain(const scene::Sky& sky) { return sky.suns_size <= kSunsFar && sky.rain <= 0; }
    static std::vector<std::string> sky_defines(const PassSetup& setup, std::string_view more = {}) {
        std::vector<std::string> defines = setup.coarse();
        if (!more.empty()) defines.emplace_back(more);
        if (setup.options.samples > 1) defines.emplace_back("EDGES");
        return defines;
    }
    static constexpr float kSunsFar = 1.3F;  // as in sky.frag
    gpu::Owned<gpu::Program> sky_, plain_sky_, resolve_;
};

}  // namespace

std::unique_ptr<Pass> make_material_pass(const PassSetup& setup) {
    return std::make_unique<MaterialPass>(setup);
}

}  // namespace albireo::render
