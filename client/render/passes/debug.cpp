/// Reads: lines. Writes: the picture, over everything.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class DebugPass final : public Pass {
  public:
    explicit DebugPass(const PassSetup& setup) : program_(setup.program("shaders/debug.vert", "shaders/debug.frag")) {}
    std::string_view name() const override { return "debug"; }
    void run(Frame& frame) override {
        if (frame.view.lines.empty()) return;
        frame.device.begin_pass(whole(name(), frame.buffers.picture));
        gpu::Draw draw = screen_draw(frame, program_, {});
        draw.topology = gpu::Topology::lines;
        draw.blend = gpu::Blend::over;
        draw.records = {frame.device.push_span(frame.view.lines.all()), kLineLanes};
        draw.count = 2;
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.picture, 0, 1, true}; }

  private:
    gpu::Owned<gpu::Program> program_;
};

}  // namespace

std::unique_ptr<Pass> make_debug_pass(const PassSetup& setup) {
    return std::make_unique<DebugPass>(setup);
}

}  // namespace albireo::render
