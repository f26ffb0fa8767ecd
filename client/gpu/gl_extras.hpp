#pragma once
/// Features that only some drivers have: mapped memory, messages, timers, programs as bytes. The dialect says which of them
/// the context has. gl_desktop.cpp calls the driver; gl_web.cpp is for pages, which have none of them. Stateless.
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "client/gpu/gl_api.hpp"
#include "client/gpu/program_cache.hpp"

namespace albireo::gpu {

/// Call it for each context. A renderer in software allocates the vertices of every draw anew: what it frees stays with the program.
void keep_driver_memory();

/// From now on the driver counts its errors in `faults` and logs them, from threads of its own. Null ends this.
void report_errors(std::atomic<std::uint64_t>* faults);
/// Names the following draws, up to end_group(), for graphics debuggers.
void begin_group(std::string_view name);
void end_group();

/// Timers of the GPU's work. One can run at a time.
void make_timers(std::span<GLuint> timers);
void destroy_timers(std::span<const GLuint> timers);
void begin_timer(GLuint timer);
void end_timer();
/// The time that the timer measured, in ms. Waits for the GPU.
double timed_ms(GLuint timer);

/// Allocates persistently mapped storage for the buffer that is bound to `kind`.
void allocate_mapped(GLenum kind, std::size_t bytes);
std::byte* map(GLenum kind, std::size_t bytes);

/// Call it before linking if binary_of() will be called for the program.
void keep_binary(GLuint program);
std::optional<ProgramCache::Binary> binary_of(GLuint program);
/// Returns 0 if the driver does not know the format or rejects the bytes. It may reject even bytes that it made itself.
GLuint restore(const ProgramCache::Binary& binary);

/// Writes the window's colours as they are: shaders encode them, because we cannot choose the screen's format.
void write_plain_colours();

}  // namespace albireo::gpu
