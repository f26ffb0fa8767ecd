// The device's driver in a program: OpenGL or OpenGL ES by epoxy.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "client/gpu/gl_dialect.hpp"
#include "client/gpu/gl_extras.hpp"
#include "console/kept_memory.hpp"

namespace albireo::gpu {
namespace {

constexpr GLbitfield kMapping = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;

/// Compiler messages go to ShaderError, lack of memory to ContextError.
void GLAPIENTRY log_message(GLenum source, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* text,
                            const void* faults) {
    if (type != GL_DEBUG_TYPE_ERROR || source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
    const std::string_view line(text, static_cast<std::size_t>(length));
    if (line.find("OUT_OF_MEMORY") != std::string_view::npos) return;
    ++*static_cast<std::atomic<std::uint64_t>*>(const_cast<void*>(faults));
    std::fprintf(stderr, "OpenGL: %.*s\n", static_cast<int>(length), text);
}

}  // namespace

Dialect dialect_of_context(Graphics requested) {
    const int version = epoxy_gl_version();
    const bool is_es = !epoxy_is_desktop_gl();
    const int least = is_es ? 30 : requested == Graphics::full ? 45 : 33;
    if (version < least || (is_es && requested != Graphics::es && requested != Graphics::automatic) ||
        (!is_es && requested == Graphics::es)) {
        throw ContextError{std::string("this machine offers OpenGL ") + (is_es ? "ES " : "") +
                           std::to_string(version / 10) + "." + std::to_string(version % 10) + ", the game needs " +
                           (requested == Graphics::full ? "4.5"
                            : requested == Graphics::es ? "ES 3.0"
                                                   : "3.3 or ES 3.0") +
                           ": update the graphics driver"};
    }
    const bool is_full = !is_es && version >= 45 && requested != Graphics::portable;
    if (is_es && !epoxy_has_gl_extension("GL_EXT_color_buffer_float") && version < 32) {
        throw ContextError{"this machine's OpenGL ES cannot draw into textures of floats: update the graphics driver"};
    }
    return {.graphics = is_full ? Graphics::full
                        : is_es ? Graphics::es
                                : Graphics::portable,
            .has_mapping = is_full,
            // On ES below 3.2 the extension's functions have other names.
            .has_debug = is_full || (is_es ? version >= 32 : epoxy_has_gl_extension("GL_KHR_debug")),
            .has_timers = !is_es,
            .has_binaries = is_full || is_es || epoxy_has_gl_extension("GL_ARB_get_program_binary")};
}

void keep_driver_memory() { console::keep_used_memory(); }

void report_errors(std::atomic<std::uint64_t>* faults) {
    if (faults == nullptr) return glDebugMessageCallback(nullptr, nullptr);
    glEnable(GL_DEBUG_OUTPUT);
#ifndef NDEBUG
    // Reported within the faulty call, so that a debugger stops there. This disables the driver's threads.
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
#endif
    glDebugMessageCallback(log_message, faults);
}

void begin_group(std::string_view name) {
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(name.size()), name.data());
}
void end_group() { glPopDebugGroup(); }

void make_timers(std::span<GLuint> timers) { glGenQueries(static_cast<GLsizei>(timers.size()), timers.data()); }
void destroy_timers(std::span<const GLuint> timers) {
    glDeleteQueries(static_cast<GLsizei>(timers.size()), timers.data());
}
void begin_timer(GLuint timer) { glBeginQuery(GL_TIME_ELAPSED, timer); }
void end_timer() { glEndQuery(GL_TIME_ELAPSED); }
double timed_ms(GLuint timer) {
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(timer, GL_QUERY_RESULT, &nanoseconds);
    return static_cast<double>(nanoseconds) * 1e-6;
}

void allocate_mapped(GLenum kind, std::size_t bytes) {
    glBufferStorage(kind, static_cast<GLsizeiptr>(bytes), nullptr, kMapping);
}
std::byte* map(GLenum kind, std::size_t bytes) {
    return static_cast<std::byte*>(glMapBufferRange(kind, 0, static_cast<GLsizeiptr>(bytes), kMapping));
}

void keep_binary(GLuint program) { glProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE); }

std::optional<ProgramCache::Binary> binary_of(GLuint program) {
    GLint formats = 0, size = 0;
    glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    if (formats <= 0) return std::nullopt;
    glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &size);
    if (size <= 0) return std::nullopt;
    ProgramCache::Binary binary{0, std::vector<char>(static_cast<std::size_t>(size))};
    GLsizei got = 0;
    GLenum format = 0;
    glGetProgramBinary(program, size, &got, &format, binary.bytes.data());
    binary.format = format;
    binary.bytes.resize(static_cast<std::size_t>(std::max(got, 0)));
    return binary;
}

GLuint restore(const ProgramCache::Binary& binary) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &count);
    std::vector<GLint> formats(static_cast<std::size_t>(std::max(count, 1)));
    if (count > 0) glGetIntegerv(GL_PROGRAM_BINARY_FORMATS, formats.data());
    formats.resize(static_cast<std::size_t>(std::max(count, 0)));
    if (std::find(formats.begin(), formats.end(), static_cast<GLint>(binary.format)) == formats.end()) return 0;
    const GLuint program = glCreateProgram();
    glProgramBinary(program, binary.format, binary.bytes.data(), static_cast<GLsizei>(binary.bytes.size()));
    GLint done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done == GL_TRUE) return program;
    glDeleteProgram(program);
    return 0;
}

void write_plain_colours() { glDisable(GL_FRAMEBUFFER_SRGB); }

}  // namespace albireo::gpu
