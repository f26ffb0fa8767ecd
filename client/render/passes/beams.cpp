/// Reads: ribbons, lightning's strip. Writes: bolts (by maximum, so that strips may cross without growing brighter),
/// then adds them and the ribbons to the scene.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class BeamPass final : public Pass {
  public:
    explicit BeamPass(const PassSetup& setup)
        : ribbon_(setup.program("shaders/ribbon.vert", "shaders/ribbon.frag")),
          bolt_(setup.program("shaders/bolt.vert", "shaders/bolt.frag")),
          copy_(setup.screen("shaders/copy.frag")) {}
    std::string_view name() const override { return "beams"; }
    void run(Frame& frame) override {
        const Buffers& buffers = frame.buffers;
        const scene::View& view = frame.view;
        if (!view.ribbons.empty()) {
            frame.device.begin_pass(whole(name(), buffers.scene));
            gpu::Draw draw = screen_draw(frame, ribbon_, {});
            draw.blend = gpu::Blend::over;
            draw.records = {frame.device.push_span(view.ribbons.all()), kRibbonLanes};
            draw.count = kRibbonVertices;
            frame.device.draw(draw);
            frame.device.end_pass();
        }
        if (view.bolts.empty()) return;
        gpu::PassDef pass = whole("lightning", buffers.bolts);
        pass.clear = true;
        frame.device.begin_pass(pass);
        gpu::Draw draw = screen_draw(frame, bolt_, {});
        draw.topology = gpu::Topology::strip;
        draw.blend = gpu::Blend::max;
        draw.records = {frame.device.push_span(view.bolts.all()), kBoltLanes, true};
        draw.count = static_cast<std::uint32_t>(view.bolts.size());
        frame.device.draw(draw);
        frame.device.end_pass();

        frame.device.begin_pass(whole("lightning merge", buffers.scene));
        draw = screen_draw(frame, copy_, {buffers.bolts.texture});
        draw.blend = gpu::Blend::add;
        draw.uniforms[1] = frame.device.push(Four{1, 1, 1, 0});
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.scene, 0, 1, true}; }

  private:
    static constexpr std::uint32_t kRibbonVertices = 32 * 6;  // ribbon.vert, kSteps
    gpu::Owned<gpu::Program> ribbon_, bolt_, copy_;
};

}  // namespace

std::unique_ptr<Pass> make_beam_pass(const PassSetup& setup) {
    return std::make_unique<BeamPass>(setup);
}

}  // namespace albireo::render
