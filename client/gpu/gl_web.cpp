// The device's driver in a page: WebGL 2. It is OpenGL ES 3.0 without what gl_extras.hpp offers.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

#include "client/gpu/gl_dialect.hpp"
#include "client/gpu/gl_extras.hpp"
#include "client/gpu/web_context.hpp"

namespace albireo::gpu {
namespace {

[[noreturn]] void refuse() {
    assert(false && "the dialect of a page has none of this");
    std::abort();
}

}  // namespace

Dialect dialect_of_context(Graphics) {
    const WebExtensions extensions = web_extensions();
    if (!extensions.half_floats) throw ContextError{"this browser cannot draw into textures of floats"};
    return {.graphics = Graphics::es,
            .compiles_in_background = true,
            .reports_completion = extensions.reports_completion,
            .has_packed_floats = extensions.packed_floats};
}

void keep_driver_memory() {}
void report_errors(std::atomic<std::uint64_t>*) { refuse(); }
void begin_group(std::string_view) { refuse(); }
void end_group() { refuse(); }
void make_timers(std::span<GLuint>) { refuse(); }
void destroy_timers(std::span<const GLuint>) { refuse(); }
void begin_timer(GLuint) { refuse(); }
void end_timer() { refuse(); }
double timed_ms(GLuint) { refuse(); }
void allocate_mapped(GLenum, std::size_t) { refuse(); }
std::byte* map(GLenum, std::size_t) { refuse(); }
void keep_binary(GLuint) { refuse(); }
std::optional<ProgramCache::Binary> binary_of(GLuint) { refuse(); }
GLuint restore(const ProgramCache::Binary&) { refuse(); }
void write_plain_colours() { refuse(); }

// A page keeps no files.
std::optional<ProgramCache::Binary> ProgramCache::find(std::uint64_t) const { return std::nullopt; }
void ProgramCache::keep(std::uint64_t, const Binary&) {}

}  // namespace albireo::gpu
