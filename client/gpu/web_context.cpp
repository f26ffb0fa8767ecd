#include "client/gpu/web_context.hpp"

#include <emscripten/html5.h>

namespace albireo::gpu {
namespace {

class WebContext final : public GlContext {
  public:
    explicit WebContext(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context) : context_(context) {}
    ~WebContext() override { emscripten_webgl_destroy_context(context_); }
    void swap() override {}  // the browser does, when the script returns
    void size(int& width, int& height) const override {
        emscripten_webgl_get_drawing_buffer_size(context_, &width, &height);
    }

  private:
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context_;
};

}  // namespace

std::unique_ptr<GlContext> make_web_context(const char* canvas) {
    EmscriptenWebGLContextAttributes wishes;
    emscripten_webgl_init_context_attributes(&wishes);
    wishes.majorVersion = 2;
    // The picture is copied into the canvas when it is finished: its own samples, depth and opacity would be unused.
    wishes.antialias = wishes.alpha = wishes.depth = wishes.stencil = false;
    wishes.enableExtensionsByDefault = false;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(canvas, &wishes);
    if (context <= 0) throw ContextError{"this browser has no WebGL 2"};
    auto made = std::make_unique<WebContext>(context);
    emscripten_webgl_make_context_current(context);
    return made;
}

WebExtensions web_extensions() {
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_get_current_context();
    const auto enable = [&](const char* name) {
        return emscripten_webgl_enable_extension(context, name) == EM_TRUE;
    };
    const bool floats = enable("EXT_color_buffer_float"), halves = enable("EXT_color_buffer_half_float");
    return {.half_floats = floats || halves,
            .packed_floats = floats,
            .reports_completion = enable("KHR_parallel_shader_compile")};
}

}  // namespace albireo::gpu
