#pragma once
/// What drivers may have beyond that which all of them share: mapped memory, messages, timers, programs as bytes. The
/// dialect says what there is. gl_desktop.cpp calls the driver; gl_web.cpp is for pages, which have none of it. Stateless.
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "client/gpu/gl_api.hpp"
#include "client/gpu/program_cache.hpp"

namespace albireo::gpu {

/// The driver counts its errors in `faults` and logs them, from threads of its own. Null: no longer.
void report_errors(std::atomic<std::uint64_t>* faults);
/// Names what follows, for debuggers of drawing.
void begin_group(std::string_view name);
void end_group();

/// Timers of the GPU's work. One can run at a time.
void make_timers(std::span<GLuint> timers);
void destroy_timers(std::span<const GLuint> timers);
void begin_timer(GLuint timer);
void end_timer();
/// Waits for the GPU.
double timed_ms(GLuint timer);

/// Storage of the buffer that is bound to `kind`, which stays mapped for good.
void allocate_mapped(GLenum kind, std::size_t bytes);
std::byte* map(GLenum kind, std::size_t bytes);

/// Before linking: the program's bytes will be asked for.
void keep_binary(GLuint program);
std::optional<ProgramCache::Binary> binary_of(GLuint program);
/// 0 if the driver does not know the format, or does not accept the bytes: it need not, even if it made them itself.
GLuint restore(const ProgramCache::Binary& binary);

/// The window's colours are written as they are: shaders encode them, and the screen's own format is not ours to choose.
void write_plain_colours();

}  // namespace albireo::gpu
