/// Reads: meshes. Writes: the shadow maps, depth as the sun sees it.
#include "client/render/pass.hpp"
#include "client/render/shadow_map.hpp"

namespace albireo::render {
namespace {

class ShadowPass final : public Pass {
  public:
    explicit ShadowPass(const PassSetup& setup)
        : rigid_(setup.program("shaders/shadow.vert", "shaders/shadow.frag")),
          posed_(setup.program("shaders/shadow.vert", "shaders/shadow.frag", {"BONES"})) {}
    std::string_view name() const override { return "shadows"; }
    void run(Frame& frame) override {
        const int texels = frame.options.shadow_texels;
        if (texels == 0) return;
        const ShadowBlock block = shadow_block(frame.view.scroll, texels);
        for (std::size_t i = 0; i < kCascades; ++i) {
            gpu::PassDef pass = whole(name(), frame.buffers.shadows[i]);
            pass.clear = true;
            frame.device.begin_pass(pass);
            const std::span<const gpu::MeshRun> runs = frame.batch.runs;
            const gpu::BufferRange rows = runs.empty() ? gpu::BufferRange{} : frame.device.push(block.rows[i]);
            for (const bool has_bones : {false, true}) {
                gpu::Draw draw;
                draw.meshes = has_bones ? runs.subspan(frame.batch.rigid_runs) : runs.first(frame.batch.rigid_runs);
                if (draw.meshes.empty()) continue;
                draw.program = has_bones ? posed_ : rigid_;
                if (has_bones) draw.textures[kBonesSlot] = frame.batch.bones;
                draw.depth = gpu::Depth::write;
                draw.uniforms[1] = rows;
                draw.records = frame.batch.instances;
                draw.vertices = frame.batch.vertices;
                draw.indices = frame.batch.indices;
                frame.device.draw(draw);
            }
            frame.device.end_pass();
        }
    }
    Look look(const Buffers& buffers) const override { return {&buffers.shadows[0], 2, 1}; }

  private:
    gpu::Owned<gpu::Program> rigid_, posed_;
};

}  // namespace

std::unique_ptr<Pass> make_shadow_pass(const PassSetup& setup) {
    return std::make_unique<ShadowPass>(setup);
}

}  // namespace albireo::render
