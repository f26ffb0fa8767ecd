#pragma once
/// One offscreen OpenGL context and device for a test binary. A run with an OpenGL error fails,
/// even if its checks pass.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/render/renderer.hpp"

namespace albireo {

inline gpu::Device& test_device() {
    struct Screen {
        std::unique_ptr<gpu::GlContext> context = gpu::make_egl_context(320, 180);
        std::unique_ptr<gpu::Device> device = gpu::make_gl_device();
        ~Screen() {
            if (device->faults() == 0) return;
            std::fprintf(stderr, "%llu OpenGL errors in this test\n",
                         static_cast<unsigned long long>(device->faults()));
            std::_Exit(1);
        }
    };
    // Lives to the end of the process, as in the game.
    static const Screen screen;
    return *screen.device;
}

inline const gpu::ShaderLibrary& test_library() {
    static const gpu::ShaderLibrary library(render::embedded_assets());
    return library;
}

}  // namespace albireo
