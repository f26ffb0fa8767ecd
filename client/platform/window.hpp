#pragma once
/// The game's window with its OpenGL context, its keys and its pads. Only window.cpp uses GLFW.
///
/// 1. One window in a process, on the main thread.
/// 2. Its context is current on the thread that made it, from the constructor to the destructor.
/// 3. A frame's input is what poll() received since the previous poll().
#include <memory>
#include <string>

#include "client/gpu/context.hpp"
#include "client/platform/input.hpp"
#include "client/platform/rumble.hpp"

namespace albireo::platform {

/// The smallest window, in desktop coordinates: the smallest picture for which the screens are laid out (ui::kLeastWidth). A window
/// manager need not keep to it, and a monitor can be smaller; then the texts shrink with the picture.
inline constexpr int kWindowLeastWidth = 480, kWindowLeastHeight = 270;

struct WindowOptions {
    std::string title = "Albireo";
    int width = 1280, height = 720;
    bool fullscreen = false;
    bool borderless = false;  // see set_fullscreen_mode()
    int monitor = 0;
    bool vsync = true;
    gpu::Graphics graphics = gpu::Graphics::automatic;  // the best that there is
};

class Window final : public gpu::GlContext {
  public:
    /// Throws gpu::ContextError: no display, or its OpenGL is too old.
    explicit Window(const WindowOptions& options);
    ~Window() override;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    void swap() override;
    /// In pixels; 0 × 0 while minimised.
    void size(int& width, int& height) const override;

    /// In desktop coordinates, as set_size() takes it.
    void extent(int& width, int& height) const;

    const Input& poll();
    /// Takes effect at once, or on leaving fullscreen. A size below the smallest one is raised to it.
    void set_size(int width, int height);
    void set_vsync(bool on);
    void toggle_fullscreen();
    /// Sets the kind of fullscreen; applies at once if the window is fullscreen. `borderless`: a window without a frame
    /// that covers the monitor, so that other windows can be above it. `monitor`: 1 … by number; 0, or a number that no
    /// monitor has: the monitor with most of the window.
    void set_fullscreen_mode(bool borderless, int monitor);
    bool is_fullscreen() const;
    /// The text that another program has copied; set_clipboard() sets the text that others will paste.
    std::string clipboard() const;
    void set_clipboard(const std::string& text);
    /// The motors of the pads found by poll().
    RumbleOutput& rumble_output();

  private:
    void enter_fullscreen();
    void leave_fullscreen();

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace albireo::platform
