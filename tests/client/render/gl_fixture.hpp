#pragma once
/// One OpenGL context and device for a test binary, offscreen.
#include <memory>

#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/render/renderer.hpp"

namespace albireo {

inline gpu::Device& test_device() {
    struct Gl {
        std::unique_ptr<gpu::GlContext> context = gpu::make_egl_context(320, 180);
        std::unique_ptr<gpu::Device> device = gpu::make_gl_device();
        ~Gl() { device.reset(); }
    };
    static Gl gl;
    return *gl.device;
}

inline const gpu::ShaderLibrary& test_library() {
    static const gpu::ShaderLibrary library(render::embedded_assets());
    return library;
}

}  // namespace albireo
