#pragma once
/// Compiles and links OpenGL programs. Stateless: the device owns the result.
#include <epoxy/gl.h>

#include <span>

#include "client/gpu/device.hpp"

namespace albireo::gpu {

struct Stage {
    GLenum kind;
    const ShaderText* text;
};

/// Needs a current context. Throws ShaderError.
GLuint link_program(std::span<const Stage> stages);

}  // namespace albireo::gpu
