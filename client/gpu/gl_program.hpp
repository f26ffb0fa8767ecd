#pragma once
/// Compiles and links OpenGL programs, or restores linked ones. Stateless: the device owns the result.
#include <epoxy/gl.h>

#include "client/gpu/device.hpp"
#include "client/gpu/gl_dialect.hpp"
#include "client/gpu/program_cache.hpp"

namespace albireo::gpu {

struct Linked {
    GLuint name = 0;
    bool is_restored = false;  // from the cache
};
/// Needs a current context. Takes the program from the cache if the cache has it and the driver accepts it. Otherwise
/// compiles it and stores it there. `driver`: driver_hash(), which differs between drivers and their versions. Throws
/// ShaderError.
Linked link_program(const Dialect& dialect, const ShaderText& vertex, const ShaderText& fragment, ProgramCache& cache,
                    std::uint64_t driver);
/// The hash of the current context's driver.
std::uint64_t driver_hash();

}  // namespace albireo::gpu
