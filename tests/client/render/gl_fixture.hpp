#pragma once
/// One OpenGL context and device for a test binary, offscreen. A run in which the driver noticed a mistake fails,
/// whatever its checks say.
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
    // Lives to the end of the process, as a game's does.
    static const Screen screen;
    return *screen.device;
}

inline const gpu::ShaderLibrary& test_library() {
    static const gpu::ShaderLibrary library(render::embedded_assets());
    return library;
}

}  // namespace albireo
