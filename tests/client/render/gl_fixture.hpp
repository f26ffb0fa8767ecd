#pragma once
/// One OpenGL context and device for a test binary, offscreen.
#include <memory>

#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/render/renderer.hpp"

namespace albireo {

inline gpu::Device& test_device() {
    // Lives to the end of the process, as a game's does.
    static const auto context = gpu::make_egl_context(320, 180);
    static const auto device = gpu::make_gl_device();
    return *device;
}

inline const gpu::ShaderLibrary& test_library() {
    static const gpu::ShaderLibrary library(render::embedded_assets());
    return library;
}

}  // namespace albireo
