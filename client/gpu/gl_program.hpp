#pragma once
/// Shaders into programs of OpenGL. No state: the device owns what is made.
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
