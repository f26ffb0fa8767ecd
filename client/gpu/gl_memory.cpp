#include "client/gpu/gl_memory.hpp"

#include <algorithm>

#include "client/gpu/gl_extras.hpp"

namespace albireo::gpu {
namespace {

ContextError no_memory(std::size_t bytes) {
    return {"the graphics driver has no memory for another " + std::to_string((bytes >> 20) + 1) +
            " MB: end other programs that draw, or choose a smaller picture"};
}

template <class Allocate>
GLuint make_buffer(GLenum kind, std::size_t bytes, Allocate&& allocate) {
    GLuint name = 0;
    glGenBuffers(1, &name);
    glBindBuffer(kind, name);
    allocate(static_cast<GLsizeiptr>(bytes));
    if (glGetError() != GL_OUT_OF_MEMORY) return name;
    glDeleteBuffers(1, &name);
    throw no_memory(bytes);
}

}  // namespace

GLuint make_gl_buffer(GLenum kind, std::span<const std::byte> content) {
    return make_buffer(kind, content.size(),
                       [&](GLsizeiptr size) { glBufferData(kind, size, content.data(), GL_STATIC_DRAW); });
}

GlStream::GlStream(const Dialect& dialect, std::size_t bytes_per_frame) : share_(bytes_per_frame) {
    if (!dialect.has_mapping) {
        name_ = make_buffer(GL_ARRAY_BUFFER, share_,
                            [](GLsizeiptr size) { glBufferData(GL_ARRAY_BUFFER, size, nullptr, GL_STREAM_DRAW); });
        staged_.resize(share_);
        return;
    }
    const std::size_t whole = share_ * kFramesInFlight;
    name_ = make_buffer(GL_ARRAY_BUFFER, whole, [&](GLsizeiptr) { allocate_mapped(GL_ARRAY_BUFFER, whole); });
    mapped_ = map(GL_ARRAY_BUFFER, whole);
    if (mapped_ != nullptr) return;
    glDeleteBuffers(1, &name_);
    throw no_memory(whole);
}

GlStream::~GlStream() {
    for (GLsync& fence : fences_) {
        if (fence != nullptr) glDeleteSync(fence);
    }
    glDeleteBuffers(1, &name_);
}

void GlStream::begin_frame() {
    frame_ = (frame_ + 1) % kFramesInFlight;
    used_ = copied_ = 0;
    if (mapped_ == nullptr) {
        glBindBuffer(GL_ARRAY_BUFFER, name_);
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(share_), nullptr, GL_STREAM_DRAW);
        return;
    }
    GLsync& fence = fences_[static_cast<std::size_t>(frame_)];
    if (fence == nullptr) return;
    // As long as it takes: what the GPU still reads must not be written. A lost context fails at once.
    while (glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1'000'000'000) == GL_TIMEOUT_EXPIRED) {
    }
    glDeleteSync(fence);
    fence = nullptr;
}

void GlStream::end_frame() {
    if (mapped_ != nullptr) fences_[static_cast<std::size_t>(frame_)] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

Device::Stream GlStream::take(std::size_t size) {
    if (used_ + size > share_) return {};
    const std::size_t offset = (mapped_ != nullptr ? static_cast<std::size_t>(frame_) * share_ : 0) + used_;
    used_ += (size + 255) / 256 * 256;
    return {{(mapped_ != nullptr ? mapped_ : staged_.data()) + offset, size}, {{1}, offset, size}};
}

void GlStream::copy() {
    const std::size_t end = std::min(used_, share_);
    if (mapped_ != nullptr || copied_ >= end) return;
    glBindBuffer(GL_ARRAY_BUFFER, name_);
    glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(copied_), static_cast<GLsizeiptr>(end - copied_),
                    staged_.data() + copied_);
    copied_ = end;
}

}  // namespace albireo::gpu
