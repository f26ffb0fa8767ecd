#pragma once
/// What of the settings acts on a window: vsync, its size and the whole screen, told to it where they differ from what
/// was told last. Owned by the screen; `Window` is platform's, or a test's.
///
/// 1. What the window was opened with, by the command line, stands until the player sets something else.
#include <optional>

#include "client/app/controls/settings.hpp"

namespace albireo::app {

class WindowSettings {
  public:
    struct Extent {
        int width = 0, height = 0;
    };
    static Extent extent_of(const Settings& settings) {
        return {320 * settings.window_scale, 180 * settings.window_scale};
    }

    template <class Window>
    void apply(const Settings& settings, Window& window) {
        if (vsync_.value_or(settings.vsync) != settings.vsync) window.set_vsync(settings.vsync);
        vsync_ = settings.vsync;
        const Extent extent = extent_of(settings);
        if (scale_.value_or(settings.window_scale) != settings.window_scale) {
            window.set_size(extent.width, extent.height);
        }
        scale_ = settings.window_scale;
        if (fullscreen_.value_or(settings.fullscreen) != settings.fullscreen &&
            window.is_fullscreen() != settings.fullscreen) {
            window.toggle_fullscreen();
        }
        fullscreen_ = settings.fullscreen;
    }

  private:
    std::optional<bool> vsync_, fullscreen_;
    std::optional<int> scale_;
};

}  // namespace albireo::app
