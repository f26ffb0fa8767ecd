/// Reads: bends, scene, surfaces. Writes: displacements at a quarter of the size; the light buffer, which is free by now, as a copy of the
/// scene; then scene, as shock rings and hot air bend it. Only what lies behind the plane of play is displaced: what collides is seen
/// where it is. Before the sea, whose edge counts, and before all that shines.
#include <algorithm>
#include <cmath>

#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class HazePass final : public Pass {
  public:
    explicit HazePass(const PassSetup& setup)
        : bend_(setup.program("shaders/bend.vert", "shaders/bend.frag")), merge_(setup.program("shaders/bend.vert", "shaders/bend_merge.frag")) {}
    std::string_view name() const override { return "haze"; }
    void run(Frame& frame) override {
        const std::span<const scene::Bend> bends = frame.view.bends.all();
        // A player who has turned shake off gets none of this.
        const float share = frame.view.visuals.shake;
        if (!frame.options.haze || bends.empty() || share <= 0) return;
        const Buffers& buffers = frame.buffers;
        gpu::PassDef clear = whole("haze bend", buffers.bend);
        clear.clear = true;
        frame.device.begin_pass(clear);
        gpu::Draw draw = screen_draw(frame, bend_, {});
        draw.blend = gpu::Blend::add;
        draw.records = {frame.device.push_span(bends), kBendLanes};
        draw.count = 6;
        frame.device.draw(draw);
        frame.device.end_pass();
        float top = -9;
        for (const scene::Bend& bend : bends) top = std::max(top, std::max(bend.from.y, bend.to.y) + bend.radius + bend.width);
        // What is displaced comes from no farther than two units: bend_merge.frag.
        const Buffers::Image& scene = buffers.scene;
        const float rows = std::ceil((top + 2 - std::min(frame.view.shake.y * share, 0.0F) + 9) / 18 * static_cast<float>(scene.height));
        if (rows < 1) return;
        frame.device.copy(scene.target, buffers.light.target, scene.width, std::min(static_cast<int>(rows), scene.height));
        // The same rectangles again. Where they overlap, each writes the same.
        frame.device.begin_pass(whole(name(), scene));
        draw.program = merge_;
        draw.blend = gpu::Blend::none;
        draw.textures = {buffers.surfaces.texture, buffers.bend.texture, buffers.light.texture};
        draw.uniforms[1] = frame.device.push(Four{share, 0, 0, 0});
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.scene, 0, 1}; }

  private:
    gpu::Owned<gpu::Program> bend_, merge_;
};

}  // namespace

std::unique_ptr<Pass> make_haze_pass(const PassSetup& setup) {
    return std::make_unique<HazePass>(setup);
}

}  // namespace albireo::render
