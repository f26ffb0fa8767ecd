#pragma once
/// The game's own picture of a show: the level's cast, the stage and the renderer, for any device. The show reports
/// each tick to it; a picture is drawn only when one is asked for.
#include <array>
#include <memory>
#include <string>

#include "client/gpu/device.hpp"
#include "client/gpu/shader_library.hpp"
#include "client/predict/effects.hpp"
#include "client/render/quality.hpp"
#include "client/render/renderer.hpp"
#include "client/scene/stage.hpp"
#include "web/module/show.hpp"

namespace albireo::web {

struct ProjectorSetup {
    render::Quality quality = render::quality_of(render::Tier::medium);
    int width = 1280, height = 720;
    gpu::Target screen{};
};

class Projector final : public TickObserver {
  public:
    /// Makes the level's meshes and asks the driver for the programs. Show and device must outlive it. Throws
    /// gpu::ContextError, gpu::ShaderError or gpu::AssetError.
    Projector(Show& show, gpu::Device& device, const ProjectorSetup& setup);
    ~Projector() override;

    void resize(int width, int height) { renderer_->resize(width, height); }
    /// The share of width and height at which the scene is drawn: render::ScaleGovernor.
    void set_scale(float scale) { renderer_->set_scale(scale); }
    /// Draws the world at `alpha` (0 … 1) of the way from the tick before to the current tick. Throws gpu::ShaderError.
    void draw(float alpha);
    render::Renderer& renderer() { return *renderer_; }

    void jump() override;
    void begin() override;
    void tick(const World& before, const World& now, const Events& events, Seen seen) override;

  private:
    void make_stage();
    scene::StageInput input(const World& before, const World& now, float alpha) const;
    void look(const World& before, const World& now, float alpha);

    Show& show_;
    gpu::Target screen_;
    gpu::ShaderLibrary library_;
    scene::Cast cast_;
    std::unique_ptr<render::Renderer> renderer_;
    std::unique_ptr<scene::Stage> stage_;
    std::unique_ptr<scene::View> view_;
    client::EffectLedger ledger_;
};

}  // namespace albireo::web
