#pragma once
/// The device on OpenGL: 4.5 core, 3.3 core or ES 3.0. With 4.5, streams are mapped once for their whole
/// life, otherwise copied.
#include <memory>
#include <string>

#include "client/gpu/context.hpp"
#include "client/gpu/device.hpp"

namespace albireo::gpu {

/// Needs a current context, which must outlive the device, and uses no feature beyond the tier `graphics`. Linked programs
/// are kept in `program_folder` for the next start; if it is empty, they are not kept. Throws ContextError if the context is too old.
std::unique_ptr<Device> make_gl_device(std::size_t stream_bytes_per_frame = 4 << 20,
                                       const std::string& program_folder = {}, Graphics graphics = Graphics::automatic);

}  // namespace albireo::gpu
