#include "client/gpu/egl_context.hpp"

#include <epoxy/egl.h>

#include <array>
#include <cstring>

#include "platform/dynamic_library.hpp"

namespace albireo::gpu {
namespace {

class EglContext final : public GlContext {
  public:
    EglContext(EGLDisplay display, EGLContext context, EGLContext before, int width, int height)
        : display_(display), context_(context), before_(before), width_(width), height_(height) {}
    ~EglContext() override {
        // The previously current context is current again.
        if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, before_) != EGL_TRUE) {
            eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        }
        eglDestroyContext(display_, context_);
        // The display is not terminated: EGL shares it within the process and does not count its users.
    }
    void swap() override {}
    void size(int& width, int& height) const override {
        width = width_;
        height = height_;
    }

  private:
    EGLDisplay display_;
    EGLContext context_, before_;
    int width_, height_;
};

bool offers(const char* extensions, const char* name) {
    return extensions != nullptr && std::strstr(extensions, name) != nullptr;
}

/// A current context of this display and of exactly these graphics, or EGL_NO_CONTEXT.
EGLContext try_display(EGLDisplay display, Graphics graphics) {
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) return EGL_NO_CONTEXT;
    const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
    const bool is_es = graphics == Graphics::es, is_full = graphics == Graphics::full;
    if (offers(extensions, "EGL_KHR_surfaceless_context") &&
        eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) == EGL_TRUE) {
        const std::array<EGLint, 5> config_wishes = {EGL_RENDERABLE_TYPE, is_es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT,
                                                     EGL_SURFACE_TYPE, 0, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        eglChooseConfig(display, config_wishes.data(), &config, 1, &count);
        std::array<EGLint, 7> wishes = {EGL_CONTEXT_MAJOR_VERSION, is_full ? 4 : 3, EGL_CONTEXT_MINOR_VERSION,
                                        is_full ? 5 : is_es ? 0 : 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
        if (is_es) wishes[4] = EGL_NONE;
        const EGLContext context =
            eglCreateContext(display, count > 0 ? config : EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wishes.data());
        if (context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
            return context;
        }
        if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    }
    // Not terminated: that unloads the driver, and what it never frees loses its owner's name.
    return EGL_NO_CONTEXT;
}

}  // namespace

std::unique_ptr<GlContext> make_egl_context(int width, int height, Graphics graphics) {
    const bool is_automatic = graphics == Graphics::automatic;
    if (is_automatic) {
        for (const Graphics each : {Graphics::full, Graphics::portable}) {
            try {
                return make_egl_context(width, height, each);
            } catch (const ContextError&) {
            }
        }
        graphics = Graphics::es;
    }
    // Asked first: without libEGL.so.1 epoxy ends the program at the first call.
    const char* client = epoxy_has_egl() ? eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS) : nullptr;
    if (!offers(client, "EGL_EXT_platform_base")) {
        throw ContextError{"no EGL that works without a display; install libegl1 and libgl1-mesa-dri"};
    }
    // Without this library epoxy ends the program at its first call of OpenGL ES.
    if (graphics == Graphics::es && !platform::has_library("libGLESv2.so.2")) {
        throw ContextError{std::string("no OpenGL ") + (is_automatic ? "3.3" : "ES") + " here, and no libGLESv2.so.2 for OpenGL ES: install libgles2"};
    }
    const EGLContext before = eglGetCurrentContext();
    const auto found = [&](EGLDisplay display) -> std::unique_ptr<GlContext> {
        const EGLContext context = try_display(display, graphics);
        if (context == EGL_NO_CONTEXT) return nullptr;
        return std::make_unique<EglContext>(display, context, before, width, height);
    };
    // Hardware first: the device platform lists GPUs before the software renderer.
    if (offers(client, "EGL_EXT_device_enumeration") && offers(client, "EGL_EXT_platform_device")) {
        std::array<EGLDeviceEXT, 16> devices{};
        EGLint count = 0;
        eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count);
        for (EGLint i = 0; i < count; ++i) {
            const EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
            if (offers(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_MESA_device_software")) continue;
            if (auto context = found(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr)))
                return context;
        }
    }
    if (offers(client, "EGL_MESA_platform_surfaceless")) {
        if (auto context = found(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr))) {
            return context;
        }
    }
    constexpr std::array<const char*, 4> kNames = {"3.3 or ES 3.0", "4.5", "3.3", "ES 3.0"};
    throw ContextError{std::string("no OpenGL ") + kNames[is_automatic ? 0 : static_cast<std::size_t>(graphics)] +
                       " here: need a GPU driver with EGL, or Mesa's software one (libgl1-mesa-dri)"};
}

}  // namespace albireo::gpu

#ifdef ALBIREO_UNDER_ASAN
// What Mesa, its compiler and the loader never free is not our leak.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:swrast_dri\nleak:libgallium\nleak:libLLVM\nleak:libEGL\nleak:libGLdispatch\nleak:libepoxy\nleak:_dl_"
           "\n";
}
#endif
