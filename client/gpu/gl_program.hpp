#pragma once
/// Compiles and links OpenGL programs, or restores linked ones. Stateless: the device owns the result.
#include <epoxy/gl.h>

#include <span>

#include "client/gpu/device.hpp"
#include "client/gpu/program_cache.hpp"

namespace albireo::gpu {

struct Stage {
    GLenum kind;
    const ShaderText* text;
};

/// Needs a current context. Takes the program from the cache, if it has it and the driver accepts it; otherwise compiles
/// it and leaves it there. `driver`: a hash that no other driver or version has. Throws ShaderError.
struct Linked {
    GLuint name = 0;
    bool is_restored = false;
};
Linked link_program(std::span<const Stage> stages, ProgramCache& cache, std::uint64_t driver);
/// The hash of the current context's driver.
std::uint64_t driver_hash();

}  // namespace albireo::gpu
