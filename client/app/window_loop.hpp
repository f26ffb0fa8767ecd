#pragma once
/// The frame loop of the windowed program, and the same rounds without a window.
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "client/app/round.hpp"
#include "client/app/settings.hpp"
#include "client/gpu/context.hpp"
#include "client/platform/window.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

/// A window with everything that draws into it. Throws gpu::ContextError, gpu::ShaderError, gpu::AssetError.
class Screen {
  public:
    explicit Screen(const platform::WindowOptions& options);

    Picture& picture() { return *picture_; }
    platform::Window& window() { return window_; }
    ui::Overlay& overlay() { return *overlay_; }

    /// Draws the view, if there is one, then what `draw` puts over it.
    void show(const scene::View* view, const platform::Input& input, const std::function<void(ui::Overlay&)>& draw);

    /// How long the parts of the last show() took, ms.
    struct Times {
        float drawing = 0, panels = 0, present = 0;
    };
    const Times& times() const { return times_; }

    /// Vsync, size and the whole screen, where they differ from what they were.
    void apply(const Settings& settings);

  private:
    platform::Window window_;
    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<Picture> picture_;
    std::unique_ptr<ui::Overlay> overlay_;
    bool vsync_ = true;
    std::optional<bool> fullscreen_;  // what the settings said last; what the window was opened with may be other
    int scale_ = 0;
    Micros last_ = 0;
    Times times_;
};

/// Holds the loop to so many frames a second, where nothing else does. It waits before the input is read, so what a
/// frame shows is no older for it.
class FramePacer {
  public:
    /// `limit` 0: does not wait.
    void wait(int limit);

  private:
    std::chrono::steady_clock::time_point due_{};
};

}  // namespace albireo::app
