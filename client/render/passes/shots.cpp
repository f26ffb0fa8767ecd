/// Reads: shots. Writes: scene. Players' shots first, enemy fire over everything: nothing may hide it.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class ShotPass final : public Pass {
  public:
    explicit ShotPass(const PassSetup& setup) : program_(setup.program("shaders/shot.vert", "shaders/shot.frag")) {}
    std::string_view name() const override { return "shots"; }
    void run(Frame& frame) override {
        frame.device.begin_pass(whole(name(), frame.buffers.scene));
        draw(frame, frame.view.player_shots.all());
        draw(frame, frame.view.enemy_shots.all());
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.scene, 0, 1, true}; }

  private:
    void draw(Frame& frame, std::span<const scene::ShotSprite> shots) {
        if (shots.empty()) return;
        gpu::Draw draw = screen_draw(frame, program_, {});
        draw.blend = gpu::Blend::over;
        draw.records = {frame.device.push_span(shots), kShotLanes};
        draw.count = 6;
        frame.device.draw(draw);
    }
    gpu::Owned<gpu::Program> program_;
};

}  // namespace

std::unique_ptr<Pass> make_shot_pass(const PassSetup& setup) {
    return std::make_unique<ShotPass>(setup);
}

}  // namespace albireo::render
