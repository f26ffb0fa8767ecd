/// Reads: shots. Writes: scene. Players' shots first, enemy fire over everything: nothing may hide it.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class ShotPass final : public Pass {
  public:
    explicit ShotPass(const PassSetup& setup)
        : players_(setup.program("shaders/shot.vert", "shaders/shot.frag")),
          enemies_(setup.program("shaders/shot.vert", "shaders/enemy_shot.frag")) {}
    std::string_view name() const override { return "shots"; }
    void run(Frame& frame) override {
        frame.device.begin_pass(whole(name(), frame.buffers.scene));
        draw(frame, players_, frame.view.player_shots.all());
        draw(frame, enemies_, frame.view.enemy_shots.all());
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.scene, 0, 1, true}; }

  private:
    static void draw(Frame& frame, gpu::Program program, std::span<const scene::ShotSprite> shots) {
        if (shots.empty()) return;
        gpu::Draw draw = screen_draw(frame, program, {});
        draw.blend = gpu::Blend::over;
        draw.records = {frame.device.push_span(shots), kShotLanes};
        draw.count = 6;
        frame.device.draw(draw);
    }
    gpu::Owned<gpu::Program> players_, enemies_;
};

}  // namespace

std::unique_ptr<Pass> make_shot_pass(const PassSetup& setup) {
    return std::make_unique<ShotPass>(setup);
}

}  // namespace albireo::render
