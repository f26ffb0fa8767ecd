/// Reads: surfaces, occlusion. Writes: light. Sun and sky first, then points, then capsules, then the black lights,
/// which take away: one draw for each kind, whatever their number; what a light costs is its pixels.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class LightPass final : public Pass {
  public:
    explicit LightPass(const Workshop& shop)
        : sky_(shop.screen("shaders/light_sky.frag")),
          light_(shop.program("shaders/light.vert", "shaders/light.frag")),
          black_(shop.program("shaders/light.vert", "shaders/light.frag", {"BLACK"})) {}
    std::string_view name() const override { return "lights"; }
    void run(Frame& frame) override {
        const Buffers& buffers = frame.buffers;
        frame.device.begin_pass(whole(name(), buffers.light));
        frame.device.draw(screen_draw(frame, sky_, {buffers.surfaces.texture, buffers.occlusion.texture}));
        draw(frame, frame.view.points.all(), light_, gpu::Blend::add);
        draw(frame, frame.view.capsules.all(), light_, gpu::Blend::add);
        draw(frame, frame.view.blacks.all(), black_, gpu::Blend::darken);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.light, 0, 0.5F}; }

  private:
    static void draw(Frame& frame, std::span<const scene::Light> lights, gpu::Program program, gpu::Blend blend) {
        if (lights.empty()) return;
        gpu::Draw draw = screen_draw(frame, program, {frame.buffers.surfaces.texture});
        draw.blend = blend;
        draw.storage[0] = frame.device.push_span(lights);
        draw.count = static_cast<std::uint32_t>(lights.size()) * 6;
        frame.device.draw(draw);
    }

    gpu::Owned<gpu::Program> sky_, light_, black_;
};

}  // namespace

std::unique_ptr<Pass> make_light_pass(const Workshop& shop) {
    return std::make_unique<LightPass>(shop);
}

}  // namespace albireo::render
