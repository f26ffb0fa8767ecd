#pragma once
/// OpenGL without a display or a window: EGL on the first GPU that offers it, else Mesa's surfaceless platform.
#include <memory>

#include "client/gpu/context.hpp"

namespace albireo::gpu {

/// Current on this thread while it lives; then the previous context is restored. Automatic: OpenGL 4.5 if there is one,
/// otherwise 3.3, otherwise ES 3.0. Throws ContextError.
std::unique_ptr<GlContext> make_egl_context(int width, int height, Graphics graphics = Graphics::automatic);

}  // namespace albireo::gpu
