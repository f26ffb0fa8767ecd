#pragma once
/// Applies V-sync, size and fullscreen to a window where they differ from what was applied last. If the player resizes the
/// window, the new size becomes a setting. Owned by the screen; `Window` is platform's, or a test's.
///
/// 1. The values of the command line, with which the window was opened, apply until the player changes a setting.
/// 2. A size to which the player has dragged the window is remembered once it has been stable for kStillSeconds. A size
///    chosen in the settings replaces it.
#include <optional>

#include "client/app/controls/settings.hpp"

namespace albireo::app {

class WindowSettings {
  public:
    static constexpr float kStillSeconds = 1;
    struct Extent {
        int width = 0, height = 0;
        bool operator==(const Extent&) const = default;
    };
    static Extent extent_of(const Settings& settings) {
        if (settings.window_width > 0 && settings.window_height > 0) {
            return {settings.window_width, settings.window_height};
        }
        return {320 * settings.window_scale, 180 * settings.window_scale};
    }

    template <class Window>
    void apply(Settings& settings, Window& window) {
        if (vsync_.value_or(settings.vsync) != settings.vsync) window.set_vsync(settings.vsync);
        vsync_ = settings.vsync;
        if (scale_.value_or(settings.window_scale) != settings.window_scale) {
            settings.window_width = settings.window_height = 0;
            const Extent extent = extent_of(settings);
            window.set_size(extent.width, extent.height);
            known_ = extent;
        }
        scale_ = settings.window_scale;
        const Mode mode{settings.borderless, settings.monitor};
        if (mode_.value_or(mode) != mode) window.set_fullscreen_mode(mode.borderless, mode.monitor);
        mode_ = mode;
        if (fullscreen_.value_or(settings.fullscreen) != settings.fullscreen &&
            window.is_fullscreen() != settings.fullscreen) {
            window.toggle_fullscreen();
        }
        fullscreen_ = settings.fullscreen;
    }

    /// Call once per frame. Returns whether the player has resized the window; `settings` then has the new size.
    template <class Window>
    bool follow(Settings& settings, const Window& window, float seconds) {
        Extent here;
        window.extent(here.width, here.height);
        if (window.is_fullscreen() || here.width <= 0 || here.height <= 0) return false;
        if (!known_) known_ = here;
        still_ = here == seen_ ? still_ + seconds : 0;
        seen_ = here;
        if (here == *known_ || still_ < kStillSeconds) return false;
        known_ = here;
        settings.window_width = here.width;
        settings.window_height = here.height;
        return true;
    }

  private:
    struct Mode {
        bool borderless = false;
        int monitor = 0;
        bool operator==(const Mode&) const = default;
    };
    std::optional<bool> vsync_, fullscreen_;
    std::optional<Mode> mode_;
    std::optional<int> scale_;
    std::optional<Extent> known_;  // set by the settings, or by the command line
    Extent seen_;                  // in the last frame
    float still_ = 0;              // seconds since it changed
};

}  // namespace albireo::app
