/// Reads: the sea's surface, depth. Writes: scene. Blends over it: the water ahead of what lies in it, and the surface as it runs
/// back to the horizon. Before anything that shines: no shot is dimmer under water.
#include <algorithm>
#include <array>

#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class SeaPass final : public Pass {
  public:
    explicit SeaPass(const PassSetup& setup) : program_(setup.program("shaders/sea.vert", "shaders/sea.frag", setup.coarse())) {}
    std::string_view name() const override { return "sea"; }
    void run(Frame& frame) override {
        const std::span<const scene::Vec2> sea = frame.view.sea.all();
        if (sea.size() < 2) return;
        frame.device.begin_pass(whole(name(), frame.buffers.scene));
        gpu::Draw draw = screen_draw(frame, program_, {frame.buffers.surfaces.texture});
        draw.blend = gpu::Blend::over;
        std::array<scene::Vec2, 2 * kPairs> points{};
        std::ranges::copy(sea, points.begin());
        draw.uniforms[1] = frame.device.push(points);
        draw.count = static_cast<std::uint32_t>(sea.size() - 1) * (1 + kRows) * 6;
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.scene, 0, 1, true}; }

  private:
    static constexpr std::uint32_t kRows = 7;  // sea.vert, kDepths
    static constexpr std::size_t kPairs = 69;  // of points: sea.vert, Points
    static_assert(2 * kPairs >= scene::kSeaPoints);
    gpu::Owned<gpu::Program> program_;
};

}  // namespace

std::unique_ptr<Pass> make_sea_pass(const PassSetup& setup) {
    return std::make_unique<SeaPass>(setup);
}

}  // namespace albireo::render
