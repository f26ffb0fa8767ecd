#pragma once
/// The differences between OpenGL 4.5, 3.3 and ES 3.0, as far as the device needs to know them: the features of a context,
/// and shaders in its language. Shaders are written in the part that GLSL 4.50, 3.30 and ES 3.00 share. In addition they use
///
/// 1. `layout(binding = N) uniform` and `layout(std140, binding = N) uniform`, each in one line: only 4.50 has bindings, so
///    they are taken out of the text and set by name;
/// 2. dFdxFine(), dFdyFine() and textureGather(sampler2D, vec2), for which the older languages get a substitute.
///
/// Varyings have the same name in both stages and no location.
#include <string>
#include <string_view>
#include <vector>

#include "client/gpu/context.hpp"
#include "client/gpu/gl_api.hpp"

namespace albireo::gpu {

struct Dialect {
    Graphics graphics = Graphics::full;  // not automatic
    bool has_mapping = false;            // buffers that stay mapped
    bool has_debug = false;              // messages of the driver
    bool has_timers = false;
    bool has_binaries = false;  // of linked programs
    bool compiles_in_background = false;  // programs compile and link in the background
    bool reports_completion = false;      // … and report when they are ready, without a wait
    bool has_packed_floats = true;  // colours of 11 and 10 bits can be drawn into

    bool is_es() const { return graphics == Graphics::es; }
    std::string_view version_line() const;
};

/// The dialect of the current context. Throws ContextError if the context is too old, or not of the tier `requested`.
Dialect dialect_of_context(Graphics requested);

/// The name of a texture or uniform block in a program, and the slot at which the device binds it.
struct ShaderSlot {
    std::string name;
    GLuint slot = 0;
    bool is_block = false;
};

/// A stage's text, ready to compile. Adds its slots.
std::string translate(const Dialect& dialect, std::string_view text, std::vector<ShaderSlot>& slots);

}  // namespace albireo::gpu
