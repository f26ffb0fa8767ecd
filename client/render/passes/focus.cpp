/// Reads: scene, surfaces. Writes: scene. Depth of field: the eye is on the plane of play, so what is far behind it blurs.
/// Before anything that shines: no shot is ever out of focus.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class FocusPass final : public Pass {
  public:
    explicit FocusPass(const PassSetup& setup)
        : down_(setup.screen("shaders/focus_down.frag")),
          blur_(setup.screen("shaders/focus_blur.frag")),
          merge_(setup.screen("shaders/focus_merge.frag")) {}
    std::string_view name() const override { return "focus"; }
    void run(Frame& frame) override {
        if (!frame.options.focus) return;
        const Buffers& buffers = frame.buffers;
        const gpu::Texture surfaces = buffers.surfaces.texture;
        draw(frame, "focus", down_, {buffers.scene.texture, surfaces}, buffers.focus[0], {});
        // As wide at any size of the picture: seven taps, a 640th of its width apart.
        const float step = std::max(1.0F, static_cast<float>(buffers.focus[0].width) / 640);
        draw(frame, "focus blur", blur_, {buffers.focus[0].texture}, buffers.focus[1], {step, 0, 0, 0});
        draw(frame, "focus blur", blur_, {buffers.focus[1].texture}, buffers.focus[0], {0, step, 0, 0});
        draw(frame, "focus merge", merge_, {surfaces, buffers.focus[0].texture}, buffers.scene, {}, gpu::Blend::over);
    }
    Look look(const Buffers& buffers) const override { return {&buffers.focus[0], 0, 1}; }

  private:
    static void draw(Frame& frame, std::string_view name, gpu::Program program, std::array<gpu::Texture, 6> textures,
                     const Buffers::Image& to, Four second, gpu::Blend blend = gpu::Blend::none) {
        frame.device.begin_pass(whole(name, to));
        gpu::Draw draw = screen_draw(frame, program, textures);
        draw.blend = blend;
        draw.uniforms[1] = frame.device.push(second);
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    gpu::Owned<gpu::Program> down_, blur_, merge_;
};

}  // namespace

std::unique_ptr<Pass> make_focus_pass(const PassSetup& setup) {
    return std::make_unique<FocusPass>(setup);
}

}  // namespace albireo::render
