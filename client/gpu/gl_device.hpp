#pragma once
/// The device on OpenGL 4.5 core: direct state access, persistently mapped streams, vertices and instances pulled from
/// storage blocks where that is simpler than attributes.
#include <memory>
#include <string>

#include "client/gpu/context.hpp"
#include "client/gpu/device.hpp"

namespace albireo::gpu {

/// Needs a current context, which must outlive the device. Linked programs are kept in `program_folder` for the next
/// start; empty: they are not kept. Throws ContextError if the context is too old.
std::unique_ptr<Device> make_gl_device(std::size_t stream_bytes_per_frame = 4 << 20,
                                       const std::string& program_folder = {});

}  // namespace albireo::gpu
