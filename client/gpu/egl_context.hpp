#pragma once
/// OpenGL without a display or a window: EGL on the first GPU that offers it, else Mesa's surfaceless platform.
#include <memory>

#include "client/gpu/context.hpp"

namespace albireo::gpu {

/// OpenGL 4.5 core, current on this thread while it lives; then the previous context is restored. Throws ContextError.
std::unique_ptr<GlContext> make_egl_context(int width, int height);

}  // namespace albireo::gpu
