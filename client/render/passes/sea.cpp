/// Reads: the sea's surface, depth, scene. Writes: the light buffer, which is free by now, as a copy of what lies behind the water; then
/// scene. Blends over it: the water ahead of what lies in it, and the surface as it runs back to the horizon. Before anything that
/// shines: no shot is dimmer under water.
#include <algorithm>
#include <array>
#include <cmath>

#include "client/render/pass.hpp"
#include "client/scene/ripples.hpp"

namespace albireo::render {
namespace {

constexpr std::uint32_t kRows = 7;  // sea.vert, kDepths
constexpr std::size_t kPairs = 69;  // of points: sea.glsl, points
static_assert(2 * kPairs >= scene::kSeaPoints);

/// As in sea.glsl.
struct SeaBlock {
    Four water{};  // seconds; units of the tile's side; how high the ripples are; whether there are wakes
    Four wake{};   // their left side, width and depth, units; a texel's
    std::array<scene::Vec2, 2 * kPairs> points{};
};

class SeaPass final : public Pass {
  public:
    explicit SeaPass(const PassSetup& setup)
        : program_(setup.program("shaders/sea.vert", "shaders/sea.frag", setup.coarse())), ripples_(std::max(setup.options.ripple_side, 2)) {
        const int side = ripples_.side();
        tile_ = {setup.device, setup.device.make_texture({.width = side, .height = side, .format = gpu::Format::rgba16f, .tiles = true})};
        setup.device.upload(tile_, std::as_bytes(ripples_.field()));
        wake_ = {setup.device, setup.device.make_texture({.width = scene::kWakeColumns, .height = 2 * scene::kWakeRows, .format = gpu::Format::r16f})};
    }
    std::string_view name() const override { return "sea"; }
    void run(Frame& frame) override {
        const std::span<const scene::Vec2> sea = frame.view.sea.all();
        if (sea.size() < 2) return;
        const bool has_ripples = frame.options.ripple_side > 0;
        if (has_ripples && frame.view.sea_seconds != placed_at_) {
            placed_at_ = frame.view.sea_seconds;
            ripples_.place(placed_at_);
            frame.device.upload(tile_, std::as_bytes(ripples_.field()));
        }
        const std::span<const float> wake = frame.view.wake.all();
        const bool has_wake = wake.size() == scene::kWakeMap;
        if (has_wake) frame.device.upload(wake_, std::as_bytes(wake));
        const Buffers& buffers = frame.buffers;
        if (frame.options.relief) copy_behind(frame, sea);
        frame.device.begin_pass(whole(name(), buffers.scene));
        gpu::Draw draw = screen_draw(frame, program_, {buffers.surfaces.texture, tile_, buffers.light.texture, wake_});
        draw.blend = gpu::Blend::over;
        SeaBlock block;
        // A squall makes them steeper.
        block.water = {frame.view.sea_seconds, scene::kRippleTile, has_ripples ? 1 + 0.35F * frame.view.sky.rain : 0, has_wake ? 1.0F : 0.0F};
        constexpr float kWide = scene::kWakeColumns * scene::kWakeStep, kDeep = 2 * scene::kWakeRows * scene::kWakeStep * scene::kWakeDepth;
        block.wake = {frame.view.wake_left, kWide, kDeep, scene::kWakeStep};
        std::ranges::copy(sea, block.points.begin());
        draw.uniforms[1] = frame.device.push(block);
        draw.count = static_cast<std::uint32_t>(sea.size() - 1) * (1 + kRows) * 6;
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.scene, 0, 1, true}; }

  private:
    /// The rows of the picture that the water ahead covers.
    static void copy_behind(Frame& frame, std::span<const scene::Vec2> sea) {
        const auto higher = [](const scene::Vec2& a, const scene::Vec2& b) { return a.y < b.y; };
        const float top = std::max_element(sea.begin(), sea.end(), higher)->y - std::min(frame.view.shake.y, 0.0F);
        const Buffers::Image& scene = frame.buffers.scene;
        const float rows = std::ceil((top + 9) / 18 * static_cast<float>(scene.height)) + 1;
        if (rows < 1) return;
        frame.device.copy(scene.target, frame.buffers.light.target, scene.width, std::min(static_cast<int>(rows), scene.height));
    }

    gpu::Owned<gpu::Program> program_;
    scene::Ripples ripples_;
    gpu::Owned<gpu::Texture> tile_;  // scene::Ripple at each point
    gpu::Owned<gpu::Texture> wake_;
    float placed_at_ = -1;
};

}  // namespace

std::unique_ptr<Pass> make_sea_pass(const PassSetup& setup) {
    return std::make_unique<SeaPass>(setup);
}

}  // namespace albireo::render
