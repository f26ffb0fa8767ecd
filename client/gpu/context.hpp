#pragma once
/// A current OpenGL context, whoever made it: a window, or EGL without a display.
#include <string>

namespace albireo::gpu {

class GlContext {
  public:
    virtual ~GlContext() = default;
    /// Shows the frame, if there is anyone to show it to.
    virtual void swap() = 0;
    virtual void size(int& width, int& height) const = 0;
};

/// No context to be had: one line that says why and what to do.
struct ContextError {
    std::string text;
};

}  // namespace albireo::gpu
