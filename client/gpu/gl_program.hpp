#pragma once
/// Compiles and links OpenGL programs, or restores linked ones. Stateless: the device owns the result.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "client/gpu/device.hpp"
#include "client/gpu/gl_api.hpp"
#include "client/gpu/gl_dialect.hpp"
#include "client/gpu/program_cache.hpp"

namespace albireo::gpu {

/// A program that the driver may still be compiling.
struct Linking {
    struct Stage {
        GLenum kind = 0;
        std::string text;
        std::vector<std::string> files;
        GLuint name = 0;
    };
    GLuint name = 0;
    std::array<Stage, 2> stages;
    std::vector<ShaderSlot> slots;
};
/// Whether binary_of() will be called for the program.
enum class Binaries : std::uint8_t { drop, keep };
/// Needs a current context, and does not wait for the driver.
Linking begin_program(const Dialect& dialect, const ShaderText& vertex, const ShaderText& fragment, Binaries binaries);
/// Whether finish_program() would return at once, as far as the driver reports it.
bool is_ready(const Dialect& dialect, const Linking& linking);
/// Waits until the program can be used. Throws ShaderError; then there is no program.
void finish_program(const Linking& linking);
/// Call it instead of finish_program() if the program is no longer needed.
void drop_program(const Linking& linking);

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
