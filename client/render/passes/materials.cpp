/// Reads: meshes, light, surfaces. Writes: scene. The objects again, now with their textures, then the sky wherever
/// nothing is.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class MaterialPass final : public Pass {
  public:
    explicit MaterialPass(const Workshop& shop)
        : sky_(shop.program("shaders/screen.vert", "shaders/sky.frag", shop.coarse())), resolve_(shop.screen("shaders/resolve.frag")) {}
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
            draw.storage[0] = frame.batch.things;
            draw.textures = {buffers.light.texture, buffers.surfaces.texture};
            draw.vertices = frame.batch.vertices;
            draw.indices = frame.batch.indices;
            draw.indirect = group.commands;
            draw.indirect_count = group.count;
            frame.device.draw(draw);
        }
        gpu::Draw sky = screen_draw(frame, sky_, {});
        sky.depth = gpu::Depth::test_equal;
        frame.device.draw(sky);
        frame.device.end_pass();
        if (!edges) return;
        frame.device.begin_pass(whole("resolve", buffers.scene));
        frame.device.draw(screen_draw(frame, resolve_, {buffers.scene_edges.texture}));
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.scene, 0, 1}; }

  private:
    gpu::Owned<gpu::Program> sky_, resolve_;
};

}  // namespace

std::unique_ptr<Pass> make_material_pass(const Workshop& shop) {
    return std::make_unique<MaterialPass>(shop);
}

}  // namespace albireo::render
