/// Reads: scene. Writes: bloom levels, then the picture: tone, grade, fades, flash. A scene of a lower resolution is
/// graded at its own size and then enlarged: a curve over fewer pixels, and no bright edge that steps.
#include <cmath>
#include <utility>

#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class PostPass final : public Pass {
  public:
    explicit PostPass(const PassSetup& setup)
        : down_(setup.screen("shaders/bloom_down.frag")),
          up_(setup.screen("shaders/bloom_up.frag")),
          final_(setup.screen("shaders/final.frag")),
          enlarge_(setup.screen("shaders/enlarge.frag")),
          meter_(setup.screen("shaders/meter.frag")) {}
    std::string_view name() const override { return "post"; }
    void advance(Frame& frame) override { follow(frame.view); }
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
        meter(frame);
        const bool is_scaled = buffers.scene.width < buffers.picture.width;
        frame.device.begin_pass(whole("tone", is_scaled ? buffers.graded : buffers.picture));
        frame.device.draw(screen_draw(frame, final_, {buffers.scene.texture, buffers.bloom[0].texture,
                                                      buffers.exposure[exposure_].texture}));
        frame.device.end_pass();
        if (!is_scaled) return;
        const auto share = [](int part, int whole) { return static_cast<float>(part) / static_cast<float>(whole); };
        const Buffers::Image& graded = buffers.graded;
        frame.device.begin_pass(whole("enlarge", buffers.picture));
        gpu::Draw draw = screen_draw(frame, enlarge_, {graded.texture});
        draw.uniforms[1] = frame.device.push(std::array<Four, 2>{
            Four{share(graded.width, graded.full_width * buffers.picture.width),
                 share(graded.height, graded.full_height * buffers.picture.height), 0, 0},
            Four{(static_cast<float>(graded.width) - 0.5F) / static_cast<float>(graded.full_width),
                 (static_cast<float>(graded.height) - 0.5F) / static_cast<float>(graded.full_height), 0, 0}});
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.bloom[0], 0, 0.5F}; }

  private:
    void follow(const scene::View& view) {
        has_jumped_ = has_jumped_ || view.seconds < last_seconds_ || view.seconds > last_seconds_ + 0.5F;
        last_seconds_ = view.seconds;
    }

    /// Adapts the exposure. After a jump in time it is what the eye would have got used to.
    void meter(Frame& frame) {
        const scene::View& view = frame.view;
        follow(view);
        const std::size_t before = exposure_;
        exposure_ = 1 - exposure_;
        frame.device.begin_pass(whole("meter", frame.buffers.exposure[exposure_]));
        gpu::Draw draw = screen_draw(frame, meter_, {frame.buffers.scene.texture, frame.buffers.exposure[before].texture});
        constexpr float kSeconds = 1.2F;
        draw.uniforms[1] = frame.device.push(Four{std::exchange(has_jumped_, false) ? 1.0F : 1 - std::exp(-view.dt / kSeconds), 0, 0, 0});
        frame.device.draw(draw);
        frame.device.end_pass();
    }

    static void scale(Frame& frame, std::string_view name, gpu::Program program, const Buffers::Image& from,
                      const Buffers::Image& to, float third, gpu::Blend blend) {
        frame.device.begin_pass(whole(name, to));
        gpu::Draw draw = screen_draw(frame, program, {from.texture});
        draw.blend = blend;
        draw.uniforms[1] = frame.device.push(std::array<Four, 2>{
            Four{1.0F / static_cast<float>(from.full_width), 1.0F / static_cast<float>(from.full_height), third, 0},
            Four{static_cast<float>(from.width), static_cast<float>(from.height), 0, 0}});
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    gpu::Owned<gpu::Program> down_, up_, final_, enlarge_, meter_;
    std::size_t exposure_ = 0;  // of Buffers::exposure: the latest
    float last_seconds_ = -1e6F;
    bool has_jumped_ = true;
};

}  // namespace

std::unique_ptr<Pass> make_post_pass(const PassSetup& setup) {
    return std::make_unique<PostPass>(setup);
}

}  // namespace albireo::render
