#pragma once
/// The frame loop of the windowed program, and the same activities without a window.
#include <functional>
#include <memory>
#include <string>

#include "client/app/controls/window_settings.hpp"
#include "client/app/activities/activity.hpp"
#include "client/gpu/context.hpp"
#include "client/platform/window.hpp"
#include "client/render/scale_governor.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

/// A window with everything that draws into it. Throws gpu::ContextError, gpu::ShaderError, gpu::AssetError and
/// text::FontError.
class Screen {
  public:
    explicit Screen(const platform::WindowOptions& options);

    Picture& picture() { return *picture_; }
    platform::Window& window() { return window_; }
    ui::Overlay& overlay() { return *overlay_; }

    /// Draws the view, if there is one, then calls `draw` for the overlay.
    void show(const scene::View* view, const platform::Input& input, const std::function<void(ui::Overlay&)>& draw);

    /// The time that the parts of the last show() took, ms.
    struct Times {
        float drawing = 0, panels = 0, present = 0;
    };
    const Times& times() const { return times_; }

    /// Applies V-sync, size, fullscreen and the quality of the picture, where they have changed.
    void apply(Settings& settings);
    /// The tier that this machine can draw, measured at the first call.
    render::Tier measure_tier();
    /// Call once per frame: a size that the player has given the window becomes a setting. Returns whether the setting
    /// has changed.
    bool follow(Settings& settings, float seconds) { return settings_.follow(settings, window_, seconds); }

  private:
    platform::Window window_;
    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<Picture> picture_;
    std::unique_ptr<ui::Overlay> overlay_;
    /// Lowers the resolution of the scene while the frame rate is too low.
    void hold_rate(float seconds);

    WindowSettings settings_;
    std::optional<render::Quality> quality_;  // as it was applied
    std::optional<render::Tier> tier_;
    render::ScaleGovernor governor_;
    int frame_limit_ = 0;
    Micros last_ = 0;
    Times times_;
};

}  // namespace albireo::app
