#pragma once
/// A synthetic moment of a game, drawn at 320 × 180, and the stored pictures for comparison.
///
/// 1. A picture does not depend on earlier ones: each begins with the same crowd, at the same time, and
///    without particles. What a test changes in world() applies to its next picture only.
/// 2. ALBIREO_ACCEPT_PICTURES=1 stores what is drawn as the new picture.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "client/app/pictures/crowd.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/support/pictures.hpp"

namespace albireo {

/// Options of a drawing.
struct Drawing {
    std::string_view look{};  // the pass to show; empty for the picture
    bool shapes = false;      // everything in the debug view
    std::uint32_t later = 0;  // ticks in which only particles move
};

/// Runs this many ticks of a stage, started by these events. The world stands still except for
/// changes by `each_tick`; effects and particles move.
struct ViewerAction {
    std::span<const Event> events{};
    int ticks = 1;
    std::function<void(World&)> each_tick = [](World&) {};
    std::string_view look{};
};

class PictureStudio {
  public:
    static constexpr render::Options kOptions = {
        .width = 320, .height = 180, .samples = 4, .occlusion_divisor = 1, .particles_max = 1 << 15};

    PictureStudio(Level level, const app::CrowdDef& crowd, const render::Options& options = kOptions)
        : level_(std::move(level)), renderer_(test_device(), test_library(), cast_.level_meshes, options) {
        app::make_crowd(*crowd_, level_, crowd);
        crowd_->team = {};  // no link between the ships, unless a picture is of one
        *world_ = *crowd_;
    }

    World& world() { return *world_; }
    const Level& level() const { return level_; }

    /// The moment itself, as a view that `change` may modify.
    gpu::Image draw(const std::function<void(scene::View&)>& change, const Drawing& def = {}) {
        scene::Stage stage(level_, cast_, {});
        if (def.shapes) show_shapes(stage);
        begin();
        stage.look({.before = *world_, .now = *world_, .predicted = {}}, *view_);
        view_->shake = {};
        view_->hud = {};
        view_->seconds = 10;
        change(*view_);
        renderer_.look_at(def.look);
        for (std::uint32_t i = 0; i < def.later; ++i) {
            renderer_.advance(*view_);
            view_->bursts.clear();
            view_->seconds += view_->dt;
        }
        return finish();
    }

    /// Without the HUD.
    gpu::Image play(const ViewerAction& act) {
        scene::Stage stage(level_, cast_, {});
        begin();
        const auto before = std::make_unique<World>(*world_);
        world_->scroll.moved = {};
        std::vector<client::EffectLedger::Effect> effects;
        for (const Event& event : act.events) effects.push_back({event, 0});
        renderer_.look_at(act.look);
        for (int i = 0; i < act.ticks; ++i) {
            *before = *world_;
            ++world_->tick;
            ++world_->clock;
            act.each_tick(*world_);
            stage.tick(*before, *world_, effects);
            effects.clear();
            stage.look({.before = *before, .now = *world_, .predicted = {}}, *view_);
            view_->shake = {};
            view_->hud.shown = false;
            if (i + 1 < act.ticks) renderer_.advance(*view_);
        }
        return finish();
    }

  private:
    void begin() {
        view_->clear();
        view_->visuals = {};
        view_->seconds = 0;  // time goes back, so no particle survives
        renderer_.advance(*view_);
    }
    gpu::Image finish() {
        renderer_.render(*view_);
        gpu::Image image;
        renderer_.read(image);
        *world_ = *crowd_;
        return image;
    }
    void show_shapes(scene::Stage& stage) {
        if (bodies_ == nullptr) bodies_ = std::make_unique<client::Bodies>(level_, catalog_);
        stage.options().bodies = bodies_.get();
        stage.options().debug_shapes = true;
        std::vector<std::array<float, 4>> spheres;
        for (const collide::Sphere& ball : bodies_->ship().spheres()) {
            spheres.push_back({ball.center.x, ball.center.y, ball.center.z, ball.radius});
        }
        stage.set_ship_spheres(std::move(spheres));
    }

    Level level_;
    models::Catalog catalog_;
    scene::Cast cast_ = scene::make_cast(level_, catalog_);
    std::unique_ptr<client::Bodies> bodies_;
    render::Renderer renderer_;
    std::unique_ptr<World> crowd_ = std::make_unique<World>(), world_ = std::make_unique<World>();
    std::unique_ptr<scene::View> view_ = std::make_unique<scene::View>();
};

/// Drivers round differently, and choose differently at edges. But nothing may be missing, however small.
inline bool is_alike(const support::Difference& off) {
    return off.mean < 1.0 && off.worst_share < 0.015 && off.worst_block < 12;
}

inline void compare(const gpu::Image& image, const std::string& name) {
    const std::string path = "tests/client/render/pictures/" + name + ".png";
    if (std::getenv("ALBIREO_ACCEPT_PICTURES") != nullptr) {
        REQUIRE(gpu::write_png(image, path));
        return;
    }
    const auto stored = support::read_png(path);
    REQUIRE_MESSAGE(stored.has_value(), path << " is missing");
    const support::Difference off = support::difference(image, *stored);
    if (!is_alike(off)) {
        const std::string out = (std::filesystem::temp_directory_path() / ("albireo-" + name)).string();
        gpu::write_png(image, out + ".png");
        gpu::write_png(support::difference_picture(image, *stored), out + ".diff.png");
        FAIL_CHECK(name << ": mean difference " << off.mean << ", pixels far off " << off.worst_share
                        << ", worst block " << off.worst_block << "; see " << out << ".png and .diff.png");
    }
}

}  // namespace albireo
