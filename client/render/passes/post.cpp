/// Reads: scene. Writes: bloom levels, then the picture: tone, grade, fades, flash.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class PostPass final : public Pass {
  public:
    explicit PostPass(const Workshop& shop)
        : down_(shop.screen("shaders/bloom_down.frag")),
          up_(shop.screen("shaders/bloom_up.frag")),
          final_(shop.screen("shaders/final.frag")) {}
    std::string_view name() const override { return "post"; }
    void run(Frame& frame) override {
        const Buffers& buffers = frame.buffers;
        if (frame.options.bloom > 0) {
            const Buffers::Image* source = &buffers.scene;
            for (std::size_t i = 0; i < buffers.bloom.size(); ++i) {
                scale(frame, "bloom down", down_, *source, buffers.bloom[i], i == 0 ? 1.0F : 0.0F, gpu::Blend::none);
                source = &buffers.bloom[i];
            }
            for (std::size_t i = buffers.bloom.size() - 1; i > 0; --i) {
                scale(frame, "bloom up", up_, buffers.bloom[i], buffers.bloom[i - 1], 0.9F, gpu::Blend::add);
            }
        }
        frame.device.begin_pass(whole("tone", buffers.picture));
        frame.device.draw(screen_draw(frame, final_, {buffers.scene.texture, buffers.bloom[0].texture}));
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.bloom[0], 0, 0.5F}; }

  private:
    static void scale(Frame& frame, std::string_view name, gpu::Program program, const Buffers::Image& from,
                      const Buffers::Image& to, float third, gpu::Blend blend) {
        frame.device.begin_pass(whole(name, to));
        gpu::Draw draw = screen_draw(frame, program, {from.texture});
        draw.blend = blend;
        draw.uniforms[1] = frame.device.push(
            Four{1.0F / static_cast<float>(from.width), 1.0F / static_cast<float>(from.height), third, 0});
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    gpu::Owned<gpu::Program> down_, up_, final_;
};

}  // namespace

std::unique_ptr<Pass> make_post_pass(const Workshop& shop) {
    return std::make_unique<PostPass>(shop);
}

}  // namespace albireo::render
