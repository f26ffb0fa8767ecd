/// Reads: surfaces, occlusion. Writes: light. Sun and sky first, then points, then capsules, then the black lights,
/// which take away: one draw for each kind, whatever their number; what a light costs is its pixels.
#include "client/render/pass.hpp"
#include "client/render/shadow_map.hpp"

namespace albireo::render {
namespace {

class LightPass final : public Pass {
  public:
    explicit LightPass(const PassSetup& setup)
        : sky_{setup.program("shaders/screen.vert", "shaders/light_sky.frag"),
               setup.program("shaders/screen.vert", "shaders/light_sky.frag", {"SHADOWS"}),
               setup.program("shaders/screen.vert", "shaders/light_sky.frag", {"SHADOWS", "SOFT"})},
          light_(setup.program("shaders/light.vert", "shaders/light.frag", setup.coarse())),
          black_(setup.program("shaders/light.vert", "shaders/light.frag", {"BLACK"})) {}
    std::string_view name() const override { return "lights"; }
    void run(Frame& frame) override {
        const Buffers& buffers = frame.buffers;
        gpu::PassDef pass = whole(name(), buffers.light);
        pass.clear_colour = true;
        frame.device.begin_pass(pass);
        // A program each: a renderer in software runs both sides of a branch.
        const std::size_t shadows = frame.options.shadow_texels == 0 ? 0 : frame.options.soft_shadows ? 2 : 1;
        gpu::Draw sky = screen_draw(frame, sky_[shadows], {buffers.surfaces.texture, buffers.occlusion.texture,
                                                  buffers.shadows[0].texture, buffers.shadows[1].texture});
        sky.depth = gpu::Depth::test_behind;  // the sky has no light
        sky.uniforms[1] = frame.device.push(shadow_block(frame.view.scroll, std::max(frame.options.shadow_texels, 1)));
        frame.device.draw(sky);
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
        draw.depth = gpu::Depth::test_behind;
        draw.records = {frame.device.push_span(lights), kLightLanes};
        draw.count = 6;
        frame.device.draw(draw);
    }

    std::array<gpu::Owned<gpu::Program>, 3> sky_;  // without shadows, with sharp ones, with soft ones
    gpu::Owned<gpu::Program> light_, black_;
};

}  // namespace

std::unique_ptr<Pass> make_light_pass(const PassSetup& setup) {
    return std::make_unique<LightPass>(setup);
}

}  // namespace albireo::render
