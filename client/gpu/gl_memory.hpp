#pragma once
/// Buffers of the driver, and the memory of a frame in one of them. Owned by the device.
#include <array>
#include <vector>

#include "client/gpu/device.hpp"
#include "client/gpu/gl_api.hpp"
#include "client/gpu/gl_dialect.hpp"

namespace albireo::gpu {

/// Makes a buffer that is only ever bound to `kind`: in WebGL a buffer of indices can hold nothing else. Throws ContextError.
GLuint make_gl_buffer(GLenum kind, std::span<const std::byte> content);

/// Device::stream(). Where the driver can, its memory stays mapped, and a fence says when a frame's share is free again.
/// Otherwise a frame's data is copied before the draw that reads it, and the driver supplies other memory while the GPU
/// still reads the old data.
class GlStream {
  public:
    /// Throws ContextError.
    GlStream(const Dialect& dialect, std::size_t bytes_per_frame);
    ~GlStream();
    GlStream(const GlStream&) = delete;
    GlStream& operator=(const GlStream&) = delete;

    GLuint name() const { return name_; }
    void begin_frame();
    void end_frame();
    /// Device::stream(). The range names the device's buffer 1.
    Device::Stream take(std::size_t size);
    /// Before a draw: everything taken so far has been written.
    void copy();

  private:
    std::size_t share_;
    GLuint name_ = 0;
    std::size_t used_ = 0, copied_ = 0;
    int frame_ = 0;
    std::byte* mapped_ = nullptr;
    std::vector<std::byte> staged_;  // if it is not mapped
    std::array<GLsync, kFramesInFlight> fences_{};
};

}  // namespace albireo::gpu
