/// Reads: surfaces. Writes: occlusion (1 free … 0 hidden), smoothed along both axes.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class OcclusionPass final : public Pass {
  public:
    explicit OcclusionPass(const PassSetup& setup)
        : find_(setup.screen("shaders/occlusion.frag")), blur_(setup.screen("shaders/occlusion_blur.frag")) {}
    std::string_view name() const override { return "occlusion"; }
    void run(Frame& frame) override {
        if (frame.options.occlusion_samples == 0) return;
        const Buffers& buffers = frame.buffers;
        frame.device.begin_pass(whole("occlusion", buffers.occlusion));
        frame.device.draw(screen_draw(frame, find_, {buffers.surfaces.texture}));
        frame.device.end_pass();
        blur(frame, {1, 0, 0, 0}, buffers.occlusion, buffers.occlusion_swap);
        blur(frame, {0, 1, 0, 0}, buffers.occlusion_swap, buffers.occlusion);
    }
    Look look(const Buffers& buffers) const override { return {&buffers.occlusion, 2, 1}; }

  private:
    void blur(Frame& frame, Four axis, const Buffers::Image& from, const Buffers::Image& to) {
        frame.device.begin_pass(whole("occlusion blur", to));
        gpu::Draw draw = screen_draw(frame, blur_, {frame.buffers.surfaces.texture, from.texture});
        draw.uniforms[1] = frame.device.push(axis);
        frame.device.draw(draw);
        frame.device.end_pass();
    }

    gpu::Owned<gpu::Program> find_, blur_;
};

}  // namespace

std::unique_ptr<Pass> make_occlusion_pass(const PassSetup& setup) {
    return std::make_unique<OcclusionPass>(setup);
}

}  // namespace albireo::render
