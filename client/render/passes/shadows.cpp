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
            if (!frame.batch.runs.empty()) {
                gpu::Draw draw;
                draw.uniforms[1] = frame.device.push(block.rows[i]);
                draw_meshes(frame, draw, rigid_, posed_);
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
