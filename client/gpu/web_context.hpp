#pragma once
/// WebGL 2 on a canvas of the page. Only in pages.
#include <memory>

#include "client/gpu/context.hpp"

namespace albireo::gpu {

/// On the canvas with this CSS selector, current while it lives. Throws ContextError.
std::unique_ptr<GlContext> make_web_context(const char* canvas);

/// The extensions of WebGL 2 that the current context has. web_extensions() has switched them on.
struct WebExtensions {
    bool half_floats = false;    // textures of half floats can be drawn into
    bool packed_floats = false;  // and those of 11 and 10 bits
    bool reports_completion = false;  // a program reports whether it is ready without waiting for it
};
WebExtensions web_extensions();

}  // namespace albireo::gpu
