// One file: a single class makes all OpenGL calls of the device.
#include "client/gpu/gl_device.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <numeric>

#include "client/gpu/gl_program.hpp"

namespace albireo::gpu {
namespace {

struct GlFormat {
    GLenum internal, layout, type;
    std::size_t bytes;
};
GlFormat gl_format(Format format) {
    switch (format) {
        case Format::rgba8:
            return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4};
        case Format::r8:
            return {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1};
        case Format::rgba16:
            return {GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 8};
        case Format::rgba16f:
            return {GL_RGBA16F, GL_RGBA, GL_FLOAT, 16};
        case Format::r16f:
            return {GL_R16F, GL_RED, GL_FLOAT, 4};
        case Format::rg11b10f:
            return {GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, 12};
        case Format::depth:
            return {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, 4};
    }
    return {};
}

struct TextureSlot {
    GLuint name = 0;
    TextureDef def;
    bool operator==(const TextureSlot& other) const { return name == other.name; }
};

constexpr int kVertexFloats = 10;  // position, normal, extra: scene::MeshVertex
constexpr std::size_t kTimesMax = 64;

class GlDevice final : public Device {
  public:
    GlDevice(std::size_t stream_bytes, std::string program_folder)
        : share_(stream_bytes), cache_(std::move(program_folder)), driver_(driver_hash()) {
        // Our mistakes that a driver notices are logged; there should be none.
        glEnable(GL_DEBUG_OUTPUT);
#ifndef NDEBUG
        // Reported within the faulty call, so that a debugger stops there. This disables the driver's threads.
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
#endif
        glDebugMessageCallback(log_message, &faults_);
        textures_.resize(1);
        targets_.resize(1);
        programs_.resize(1);
        glCreateVertexArrays(1, &empty_array_);
        glCreateVertexArrays(1, &mesh_array_);
        const std::array<GLint, 3> sizes = {3, 3, 4};
        GLuint offset = 0;
        for (GLuint i = 0; i < 3; ++i) {
            glEnableVertexArrayAttrib(mesh_array_, i);
            glVertexArrayAttribFormat(mesh_array_, i, sizes[i], GL_FLOAT, GL_FALSE, offset);
            glVertexArrayAttribBinding(mesh_array_, i, 0);
            offset += static_cast<GLuint>(sizes[i]) * 4;
        }
        // Counts instances across draws, from the first instance on: what gl_InstanceID leaves out.
        std::vector<GLuint> identity(kInstancesMax);
        std::iota(identity.begin(), identity.end(), 0U);
        identity_ = make_memory(kInstancesMax * 4, identity.data(), 0);
        glEnableVertexArrayAttrib(mesh_array_, 3);
        glVertexArrayAttribIFormat(mesh_array_, 3, 1, GL_UNSIGNED_INT, 0);
        glVertexArrayAttribBinding(mesh_array_, 3, 1);
        glVertexArrayBindingDivisor(mesh_array_, 1, 1);
        glVertexArrayVertexBuffer(mesh_array_, 1, identity_, 0, 4);
        const GLbitfield flags = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
        const std::size_t whole = share_ * kFramesInFlight;
        stream_ = make_memory(whole, nullptr, flags);
        mapped_ = static_cast<std::byte*>(glMapNamedBufferRange(stream_, 0, static_cast<GLsizeiptr>(whole), flags));
        if (mapped_ == nullptr) throw no_memory(whole);
        buffers_.assign({0, stream_});
        for (const GLenum limit : {GL_MAX_COLOR_TEXTURE_SAMPLES, GL_MAX_DEPTH_TEXTURE_SAMPLES}) {
            GLint samples = 1;
            glGetIntegerv(limit, &samples);
            samples_max_ = std::min(samples_max_, samples);
        }
        glCreateQueries(GL_TIME_ELAPSED, kTimesMax, queries_.data());
        glDisable(GL_FRAMEBUFFER_SRGB);  // shaders encode: the screen's own format is not ours to choose
        glDisable(GL_DITHER);
        glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    }

    ~GlDevice() override {
        glDebugMessageCallback(nullptr, nullptr);  // the context lives on
        for (GLsync& fence : fences_) {
            if (fence != nullptr) glDeleteSync(fence);
        }
        glDeleteQueries(kTimesMax, queries_.data());
        for (const GLuint program : programs_) glDeleteProgram(program);
        for (const GLuint target : targets_) {
            if (target != 0) glDeleteFramebuffers(1, &target);
        }
        for (const TextureSlot& texture : textures_) {
            if (texture.name != 0) glDeleteTextures(1, &texture.name);
        }
        glDeleteBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
        glDeleteBuffers(1, &identity_);
        glDeleteVertexArrays(1, &mesh_array_);
        glDeleteVertexArrays(1, &empty_array_);
    }

    Buffer make_buffer(std::span<const std::byte> bytes) override {
        return {place(buffers_, make_memory(bytes.size(), bytes.data(), 0))};
    }

    Buffer make_storage(std::size_t bytes) override {
        const GLuint name = make_memory(bytes, nullptr, 0);
        glClearNamedBufferData(name, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
        return {place(buffers_, name)};
    }

    Texture make_texture(const TextureDef& def) override {
        const GlFormat format = gl_format(def.format);
        TextureSlot slot{0, def};
        if (def.samples > 1) {
            glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &slot.name);
            glTextureStorage2DMultisample(slot.name, std::min(def.samples, samples_max_), format.internal, def.width,
                                          def.height, GL_TRUE);
        } else {
            glCreateTextures(GL_TEXTURE_2D, 1, &slot.name);
            glTextureStorage2D(slot.name, 1, format.internal, def.width, def.height);
            const GLint filter = def.filter == Filter::linear ? GL_LINEAR : GL_NEAREST;
            glTextureParameteri(slot.name, GL_TEXTURE_MIN_FILTER, filter);
            glTextureParameteri(slot.name, GL_TEXTURE_MAG_FILTER, filter);
            glTextureParameteri(slot.name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
            glTextureParameteri(slot.name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        }
        return {place(textures_, slot)};
    }

    void upload(Texture texture, std::span<const std::byte> pixels) override {
        const TextureSlot& slot = textures_[texture.id];
        const GlFormat format = gl_format(slot.def.format);
        if (pixels.size() < format.bytes * static_cast<std::size_t>(slot.def.width * slot.def.height)) return;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTextureSubImage2D(slot.name, 0, 0, 0, slot.def.width, slot.def.height, format.layout, format.type,
                            pixels.data());
    }

    Target make_target(const TargetDef& def) override {
        GLuint name = 0;
        glCreateFramebuffers(1, &name);
        std::array<GLenum, 3> buffers{};
        GLsizei count = 0;
        for (const Texture colour : def.colours) {
            if (colour.id == 0) break;
            const GLenum at = GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(count);
            glNamedFramebufferTexture(name, at, textures_[colour.id].name, 0);
            buffers[static_cast<std::size_t>(count++)] = at;
        }
        glNamedFramebufferDrawBuffers(name, count, buffers.data());
        if (def.depth.id != 0) glNamedFramebufferTexture(name, GL_DEPTH_ATTACHMENT, textures_[def.depth.id].name, 0);
        // A texture that found no room has no storage, and nothing can be drawn into it.
        if (glCheckNamedFramebufferStatus(name, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            glDeleteFramebuffers(1, &name);
            throw no_room();
        }
        const std::uint32_t id = place(targets_, name);
        colours_.resize(targets_.size(), 1);
        colours_[id] = count;
        return {id};
    }

    Program make_program(const ShaderText& vertex, const ShaderText& fragment) override {
        const std::array<Stage, 2> stages = {{{GL_VERTEX_SHADER, &vertex}, {GL_FRAGMENT_SHADER, &fragment}}};
        return {place_program(stages)};
    }
    Program make_compute(const ShaderText& compute) override {
        const std::array<Stage, 1> stages = {{{GL_COMPUTE_SHADER, &compute}}};
        return {place_program(stages)};
    }

    void destroy(Buffer buffer) override {
        glDeleteBuffers(1, &buffers_[buffer.id]);
        buffers_[buffer.id] = 0;
    }
    void destroy(Texture texture) override {
        glDeleteTextures(1, &textures_[texture.id].name);
        textures_[texture.id] = {};
    }
    void destroy(Target target) override {
        glDeleteFramebuffers(1, &targets_[target.id]);
        targets_[target.id] = 0;
    }
    void destroy(Program program) override {
        glDeleteProgram(programs_[program.id]);
        programs_[program.id] = 0;
    }

    Target screen() const override { return {}; }

    void begin_frame() override {
        frame_ = (frame_ + 1) % kFramesInFlight;
        used_ = 0;
        GLsync& fence = fences_[static_cast<std::size_t>(frame_)];
        if (fence != nullptr) {
            // As long as it takes: what the GPU still reads must not be written. A lost context fails at once.
            while (glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1'000'000'000) == GL_TIMEOUT_EXPIRED) {
            }
            glDeleteSync(fence);
            fence = nullptr;
        }
        time_count_ = 0;
    }

    void end_frame() override {
        fences_[static_cast<std::size_t>(frame_)] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    }

    Stream stream(std::size_t size) override {
        if (used_ + size > share_) return {};
        const std::size_t offset = static_cast<std::size_t>(frame_) * share_ + used_;
        used_ += (size + 255) / 256 * 256;
        return {{mapped_ + offset, size}, {{1}, offset, size}};
    }

    void begin_pass(const PassDef& pass) override {
        if (timing_ && time_count_ < kTimesMax) {
            glFinish();
            times_[time_count_] = {pass.name, now_ms(), 0, worked_ms()};
            glBeginQuery(GL_TIME_ELAPSED, queries_[time_count_]);
        }
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(pass.name.size()), pass.name.data());
        const GLuint target = targets_[pass.target.id];
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(0, 0, pass.width, pass.height);
        if (pass.clear || pass.clear_colour) {
            glDepthMask(GL_TRUE);
            glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
            // Only the part in use.
            glEnable(GL_SCISSOR_TEST);
            glScissor(0, 0, pass.width, pass.height);
            for (GLint i = 0; i < colours_[pass.target.id]; ++i) {
                glClearNamedFramebufferfv(target, GL_COLOR, i, pass.clear_colours[static_cast<std::size_t>(i)].data());
            }
            const GLfloat far = 1;
            if (pass.clear) glClearNamedFramebufferfv(target, GL_DEPTH, 0, &far);
            glDisable(GL_SCISSOR_TEST);
        }
    }

    void end_pass() override {
        glPopDebugGroup();
        if (timing_ && time_count_ < kTimesMax) {
            glEndQuery(GL_TIME_ELAPSED);
            glFinish();
            times_[time_count_].cpu_ms = now_ms() - times_[time_count_].cpu_ms;
            times_[time_count_].work_ms = worked_ms() - times_[time_count_].work_ms;
            ++time_count_;
        }
    }

    void draw(const Draw& draw) override {
        if (!has_memory(draw)) return;
        bind(draw.program, draw.uniforms, draw.storage);
        for (GLuint i = 0; i < draw.textures.size(); ++i) {
            glBindTextureUnit(i, textures_[draw.textures[i].id].name);  // 0 for none
        }
        set_blend(draw.blend);
        set_depth(draw.depth);
        if (draw.cull) {
            glEnable(GL_CULL_FACE);
        } else {
            glDisable(GL_CULL_FACE);
        }
        if (draw.vertices.id != 0) {
            glVertexArrayVertexBuffer(mesh_array_, 0, buffers_[draw.vertices.id], 0, kVertexFloats * 4);
            glVertexArrayElementBuffer(mesh_array_, buffers_[draw.indices.id]);
            glBindVertexArray(mesh_array_);
        } else {
            glBindVertexArray(empty_array_);
        }
        const GLenum mode = draw.topology == Topology::strip   ? GL_TRIANGLE_STRIP
                            : draw.topology == Topology::lines ? GL_LINES
                                                               : GL_TRIANGLES;
        if (draw.indirect_count > 0) {
            glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers_[draw.indirect.buffer.id]);
            glMultiDrawElementsIndirect(mode, GL_UNSIGNED_INT, reinterpret_cast<const void*>(draw.indirect.offset),
                                        static_cast<GLsizei>(draw.indirect_count), sizeof(DrawCommand));
        } else if (draw.count > 0) {
            glDrawArrays(mode, 0, static_cast<GLsizei>(draw.count));
        }
    }

    void dispatch(const Dispatch& dispatch) override {
        if (dispatch.groups == 0 || !has_memory(dispatch)) return;
        bind(dispatch.program, dispatch.uniforms, dispatch.storage);
        glDispatchCompute(dispatch.groups, 1, 1);
    }
    void barrier() override { glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); }

    void copy(Target from, Target to, int width, int height, int left, int bottom) override {
        glBlitNamedFramebuffer(targets_[from.id], targets_[to.id], 0, 0, width, height, left, bottom, left + width,
                               bottom + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }

    void read_rgba8(Target target, int width, int height, std::span<std::byte> out) override {
        read(target, 0, width, height, GL_UNSIGNED_BYTE, out);
    }
    void read_floats(Target target, int attachment, int width, int height, std::span<float> out) override {
        read(target, attachment, width, height, GL_FLOAT, std::as_writable_bytes(out));
    }

    std::string describe() const override {
        return std::string(reinterpret_cast<const char*>(glGetString(GL_RENDERER))) + ", OpenGL " +
               reinterpret_cast<const char*>(glGetString(GL_VERSION));
    }
    void time_passes(bool on) override { timing_ = on; }
    std::span<const PassTime> pass_times() override {
        for (std::size_t i = 0; i < time_count_; ++i) {
            GLuint64 nanoseconds = 0;
            glGetQueryObjectui64v(queries_[i], GL_QUERY_RESULT, &nanoseconds);
            times_[i].gpu_ms = static_cast<double>(nanoseconds) * 1e-6;
        }
        return {times_.data(), time_count_};
    }
    void finish() override { glFinish(); }
    std::uint64_t faults() const override { return faults_; }
    std::size_t programs_restored() const override { return restored_; }

  private:
    /// Reports an error of the driver. Compiler messages go to ShaderError, lack of memory to ContextError.
    static void GLAPIENTRY log_message(GLenum source, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* text,
                                const void* faults) {
        if (type != GL_DEBUG_TYPE_ERROR || source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
        const std::string_view line(text, static_cast<std::size_t>(length));
        if (line.find("OUT_OF_MEMORY") != std::string_view::npos) return;
        ++*static_cast<std::atomic<std::uint64_t>*>(const_cast<void*>(faults));
        std::fprintf(stderr, "OpenGL: %.*s\n", static_cast<int>(length), text);
    }
    static ContextError no_room() {
        return {"the graphics driver has no room for a picture of this size: choose a smaller one, or fewer samples"};
    }
    static ContextError no_memory(std::size_t bytes) {
        return {"the graphics driver has no memory for another " + std::to_string((bytes >> 20) + 1) +
                " MB: end other programs that draw, or choose a smaller picture"};
    }

    static GLuint make_memory(std::size_t bytes, const void* content, GLbitfield flags) {
        while (glGetError() != GL_NO_ERROR) {  // of earlier calls, which log_message() has counted
        }
        GLuint name = 0;
        glCreateBuffers(1, &name);
        glNamedBufferStorage(name, static_cast<GLsizeiptr>(bytes), content, flags);
        if (glGetError() != GL_OUT_OF_MEMORY) return name;
        glDeleteBuffers(1, &name);
        throw no_memory(bytes);
    }

    static double now_ms() {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }

    static double worked_ms() { return static_cast<double>(std::clock()) * (1000.0 / CLOCKS_PER_SEC); }

    /// Into the first free slot after 0, which names nothing.
    template <class T>
    static std::uint32_t place(std::vector<T>& slots, const T& value) {
        auto slot = std::find(slots.begin() + 1, slots.end(), T{});
        if (slot == slots.end()) slot = slots.insert(slot, T{});
        *slot = value;
        return static_cast<std::uint32_t>(slot - slots.begin());
    }

    std::uint32_t place_program(std::span<const Stage> stages) {
        const Linked linked = link_program(stages, cache_, driver_);
        restored_ += linked.is_restored ? 1 : 0;
        return place(programs_, linked.name);
    }

    void bind(Program program, std::span<const BufferRange> uniforms, std::span<const BufferRange> storage) {
        glUseProgram(programs_[program.id]);
        for (GLuint i = 0; i < uniforms.size(); ++i) bind_range(GL_UNIFORM_BUFFER, i, uniforms[i]);
        for (GLuint i = 0; i < storage.size(); ++i) bind_range(GL_SHADER_STORAGE_BUFFER, i, storage[i]);
    }
    void bind_range(GLenum kind, GLuint slot, const BufferRange& range) {
        if (range.buffer.id == 0 || range.size == 0) {
            glBindBufferBase(kind, slot, 0);
            return;
        }
        glBindBufferRange(kind, slot, buffers_[range.buffer.id], static_cast<GLintptr>(range.offset),
                          static_cast<GLsizeiptr>(range.size));
    }

    static void set_blend(Blend blend) {
        if (blend == Blend::none) {
            glDisable(GL_BLEND);
            return;
        }
        glEnable(GL_BLEND);
        glBlendEquation(blend == Blend::max ? GL_MAX : GL_FUNC_ADD);
        switch (blend) {
            case Blend::add:
                glBlendFunc(GL_ONE, GL_ONE);
                break;
            case Blend::over:
                glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
                break;
            case Blend::darken:
                glBlendFunc(GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
                break;
            case Blend::max:
                glBlendFunc(GL_ONE, GL_ONE);
                break;
            case Blend::weighted:
                glBlendFunci(0, GL_ONE, GL_ONE);
                glBlendFunci(1, GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
                glBlendFunci(2, GL_ONE, GL_ONE);
                break;
            case Blend::none:
                break;
        }
    }

    static void set_depth(Depth depth) {
        glDepthMask(depth == Depth::write ? GL_TRUE : GL_FALSE);
        if (depth == Depth::none) {
            glDisable(GL_DEPTH_TEST);
            return;
        }
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(depth == Depth::write ? GL_LESS : depth == Depth::test_behind ? GL_GREATER : GL_LEQUAL);
    }

    void read(Target target, int attachment, int width, int height, GLenum type, std::span<std::byte> out) {
        const std::size_t needed =
            static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * (type == GL_FLOAT ? 16 : 4);
        if (out.size() < needed) return;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_[target.id]);
        glReadBuffer(target.id == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(attachment));
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width, height, GL_RGBA, type, out.data());
    }

    std::size_t share_;
    ProgramCache cache_;
    std::uint64_t driver_;
    std::size_t restored_ = 0;
    std::size_t used_ = 0;
    int frame_ = 0;
    GLuint stream_ = 0, identity_ = 0;
    std::byte* mapped_ = nullptr;
    std::array<GLsync, kFramesInFlight> fences_{};
    std::atomic<std::uint64_t> faults_ = 0;  // a driver may report from a thread of its own
    GLint samples_max_ = 16;
    GLuint empty_array_ = 0, mesh_array_ = 0;
    std::vector<GLuint> buffers_, targets_, programs_;
    std::vector<TextureSlot> textures_;
    std::vector<GLint> colours_{1};  // of each target, how many
    bool timing_ = false;
    std::size_t time_count_ = 0;
    std::array<GLuint, kTimesMax> queries_{};
    std::array<PassTime, kTimesMax> times_{};
};

}  // namespace

std::unique_ptr<Device> make_gl_device(std::size_t stream_bytes_per_frame, const std::string& program_folder) {
    const int version = epoxy_gl_version();
    if (version < 45) {
        throw ContextError{"this machine offers OpenGL " + std::to_string(version / 10) + "." +
                           std::to_string(version % 10) + ", the game needs 4.5: update the graphics driver"};
    }
    return std::make_unique<GlDevice>(stream_bytes_per_frame, program_folder);
}

}  // namespace albireo::gpu
