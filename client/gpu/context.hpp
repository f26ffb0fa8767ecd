#pragma once
/// A current OpenGL context, made by a window, or by EGL without a display.
#include <string>

namespace albireo::gpu {

class GlContext {
  public:
    virtual ~GlContext() = default;
    /// Presents the frame. Without a window it does nothing.
    virtual void swap() = 0;
    virtual void size(int& width, int& height) const = 0;
};

/// No context is available: one line that says why and what to do.
struct ContextError {
    std::string text;
};

}  // namespace albireo::gpu
