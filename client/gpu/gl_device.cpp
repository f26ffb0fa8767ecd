// One file: every method needs the OpenGL names behind our handles, and no other file may see them. The device uses what OpenGL 3.3
// and ES 3.0 have in common, except where it asks the dialect.
#include "client/gpu/gl_device.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstring>
#include <ctime>

#include "client/gpu/gl_api.hpp"
#include "client/gpu/gl_extras.hpp"
#include "client/gpu/gl_memory.hpp"
#include "client/gpu/gl_program.hpp"
#include "client/gpu/gl_state.hpp"

namespace albireo::gpu {
namespace {

struct TextureSlot {
    GLuint name = 0;
    TextureDef def;
    bool operator==(const TextureSlot& other) const { return name == other.name; }
};

struct TargetSlot {
    GLuint name = 0;
    GLint colours = 1;      // 1 for the screen
    bool is_whole = false;  // of whole numbers
    bool operator==(const TargetSlot& other) const { return name == other.name; }
};

constexpr std::size_t kTimesMax = 64;

class GlDevice final : public Device {
  public:
    GlDevice(const Dialect& dialect, std::size_t stream_bytes, std::string program_folder)
        : dialect_(dialect), stream_(dialect, stream_bytes), cache_(std::move(program_folder)), driver_(driver_hash()) {
        keep_driver_memory();
        // Our mistakes that a driver notices are logged; there should be none.
        if (dialect_.has_debug) report_errors(&faults_);
        textures_.resize(1);
        targets_.resize(1);
        programs_.resize(1);
        glGenVertexArrays(1, &array_);
        buffers_.assign({0, stream_.name()});
        if (dialect_.has_timers) make_timers(timers_);
        if (!dialect_.is_es()) write_plain_colours();
        glDisable(GL_DITHER);
    }

    ~GlDevice() override {
        if (dialect_.has_debug) report_errors(nullptr);  // the context lives on
        if (dialect_.has_timers) destroy_timers(timers_);
        for (std::uint32_t i = 1; i < programs_.size(); ++i) GlDevice::destroy(Program{i});
        for (const TargetSlot& target : targets_) {
            if (target.name != 0) glDeleteFramebuffers(1, &target.name);
        }
        for (const TextureSlot& texture : textures_) destroy_image(texture);
        glDeleteBuffers(static_cast<GLsizei>(buffers_.size()) - 2, buffers_.data() + 2);
        glDeleteVertexArrays(1, &array_);
    }

    Buffer make_vertices(std::span<const std::byte> bytes) override {
        count_errors();  // of earlier calls, not of this one
        return {place(buffers_, make_gl_buffer(GL_ARRAY_BUFFER, bytes))};
    }
    Buffer make_indices(std::span<const std::byte> bytes) override {
        count_errors();
        glBindVertexArray(array_);
        return {place(buffers_, make_gl_buffer(GL_ELEMENT_ARRAY_BUFFER, bytes))};
    }

    Texture make_texture(const TextureDef& def) override {
        const GlFormat format = format_of(def.format);
        TextureSlot slot{0, def};
        if (def.samples > 1) {
            glGenRenderbuffers(1, &slot.name);
            glBindRenderbuffer(GL_RENDERBUFFER, slot.name);
            glRenderbufferStorageMultisample(GL_RENDERBUFFER, std::min(def.samples, samples_max()),
                                             format.internal, def.width, def.height);
        } else {
            glGenTextures(1, &slot.name);
            bind_texture(0, slot.name);
            glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format.internal), def.width, def.height, 0, format.layout,
                         format.type, nullptr);
            const bool is_linear = def.filter == Filter::linear && def.format != Format::rgba16ui &&
                                   def.format != Format::rgba32f && def.format != Format::depth;
            const GLint filter = is_linear ? GL_LINEAR : GL_NEAREST;
            const GLint wrap = def.tiles ? GL_REPEAT : GL_CLAMP_TO_EDGE;
            if (!def.tiles) glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, def.tiles ? GL_LINEAR_MIPMAP_LINEAR : filter);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
        }
        return {place(textures_, slot)};
    }

    void upload(Texture texture, std::span<const std::byte> pixels) override {
        upload_rows(texture, textures_[texture.id].def.height, pixels);
    }
    void upload_rows(Texture texture, int rows, std::span<const std::byte> pixels) override {
        const TextureSlot& slot = textures_[texture.id];
        const GlFormat format = format_of(slot.def.format);
        if (pixels.size() < format.bytes * static_cast<std::size_t>(slot.def.width * rows)) return;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        bind_texture(0, slot.name);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, slot.def.width, rows, format.layout, format.type,
                        pixels.data());
        if (slot.def.tiles) glGenerateMipmap(GL_TEXTURE_2D);
    }

    Target make_target(const TargetDef& def) override {
        TargetSlot slot{.colours = 0};
        glGenFramebuffers(1, &slot.name);
        glBindFramebuffer(GL_FRAMEBUFFER, slot.name);
        std::array<GLenum, 3> buffers{GL_NONE};
        for (const Texture colour : def.colours) {
            if (colour.id == 0) break;
            const GLenum at = GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(slot.colours);
            attach(at, textures_[colour.id]);
            slot.is_whole = textures_[colour.id].def.format == Format::rgba16ui;
            buffers[static_cast<std::size_t>(slot.colours++)] = at;
        }
        glDrawBuffers(std::max(slot.colours, 1), buffers.data());
        glReadBuffer(buffers[0]);
        if (def.depth.id != 0) attach(GL_DEPTH_ATTACHMENT, textures_[def.depth.id]);
        // A texture that found no room has no storage, and nothing can be drawn into it.
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            glDeleteFramebuffers(1, &slot.name);
            throw no_room();
        }
        return {place(targets_, slot)};
    }

    Program make_program(const ShaderText& vertex, const ShaderText& fragment) override {
        if (dialect_.compiles_in_background) {
            linking_.push_back(begin_program(dialect_, vertex, fragment, Binaries::drop));
            return {place(programs_, linking_.back().name)};
        }
        const Linked linked = link_program(dialect_, vertex, fragment, cache_, driver_);
        restored_ += linked.is_restored ? 1 : 0;
        return {place(programs_, linked.name)};
    }

    std::size_t programs_linking() override {
        // One at a time where the driver does not tell, so that a frame never waits for two.
        for (std::size_t i = 0, most = dialect_.reports_completion ? linking_.size() : 1; i < linking_.size() && most > 0;) {
            if (!is_ready(dialect_, linking_[i])) {
                ++i;
                continue;
            }
            finish(linking_[i].name);
            --most;
        }
        return linking_.size();
    }

    void destroy(Buffer buffer) override {
        glDeleteBuffers(1, &buffers_[buffer.id]);
        buffers_[buffer.id] = 0;
    }
    void destroy(Texture texture) override {
        destroy_image(textures_[texture.id]);
        textures_[texture.id] = {};
    }
    void destroy(Target target) override {
        glDeleteFramebuffers(1, &targets_[target.id].name);
        targets_[target.id] = {};
    }
    void destroy(Program program) override {
        const auto is_it = [&](const Linking& each) { return each.name == programs_[program.id]; };
        if (const auto found = std::find_if(linking_.begin(), linking_.end(), is_it); found != linking_.end()) {
            drop_program(*found);
            linking_.erase(found);
        } else {
            glDeleteProgram(programs_[program.id]);
        }
        programs_[program.id] = 0;
    }

    Target screen() const override {
        return {};
    }

    void begin_frame() override {
        stream_.begin_frame();
        time_count_ = 0;
    }

    void end_frame() override {
        stream_.end_frame();
    }

    Stream stream(std::size_t size) override {
        return stream_.take(size);
    }

    void begin_pass(const PassDef& pass) override {
        if (timing_ && time_count_ < kTimesMax) {
            glFinish();
            times_[time_count_] = {pass.name, now_ms(), 0, worked_ms()};
            if (dialect_.has_timers) begin_timer(timers_[time_count_]);
        }
        if (dialect_.has_debug) begin_group(pass.name);
        const TargetSlot& target = targets_[pass.target.id];
        glBindFramebuffer(GL_FRAMEBUFFER, target.name);
        glViewport(0, 0, pass.width, pass.height);
        if (pass.clear || pass.clear_colour) {
            glDepthMask(GL_TRUE);
            glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
            // Only the part in use.
            glEnable(GL_SCISSOR_TEST);
            glScissor(0, 0, pass.width, pass.height);
            for (GLint i = 0; i < target.colours; ++i) {
                constexpr std::array<GLuint, 4> kZeros{};
                if (target.is_whole) {
                    glClearBufferuiv(GL_COLOR, i, kZeros.data());
                } else {
                    glClearBufferfv(GL_COLOR, i, pass.clear_colours[static_cast<std::size_t>(i)].data());
                }
            }
            const GLfloat far = 1;
            if (pass.clear) glClearBufferfv(GL_DEPTH, 0, &far);
            glDisable(GL_SCISSOR_TEST);
        }
    }

    void end_pass() override {
        if (dialect_.has_debug) end_group();
        if (timing_ && time_count_ < kTimesMax) {
            if (dialect_.has_timers) end_timer();
            glFinish();
            times_[time_count_].cpu_ms = now_ms() - times_[time_count_].cpu_ms;
            times_[time_count_].work_ms = worked_ms() - times_[time_count_].work_ms;
            ++time_count_;
        }
    }

    void draw(const Draw& draw) override {
        if (!has_memory(draw)) return;
        const bool has_records = draw.records.lanes[0] != Lane::none;
        const std::size_t stride = bytes_of(draw.records.lanes);
        if (has_records && draw.records.range.size < stride) return;  // there are none
        stream_.copy();
        glBindVertexArray(array_);
        if (!linking_.empty()) finish(programs_[draw.program.id]);
        glUseProgram(programs_[draw.program.id]);
        for (GLuint i = 0; i < draw.uniforms.size(); ++i) bind_uniforms(i, draw.uniforms[i]);
        for (GLuint i = 0; i < draw.textures.size(); ++i) {
            bind_texture(i, textures_[draw.textures[i].id].name);  // 0 for none
        }
        set_blend(draw.blend);
        set_depth(draw.depth);
        if (draw.cull) {
            glEnable(GL_CULL_FACE);
        } else {
            glDisable(GL_CULL_FACE);
        }
        const GLenum mode = draw.topology == Topology::strip   ? GL_TRIANGLE_STRIP
                            : draw.topology == Topology::lines ? GL_LINES
                                                               : GL_TRIANGLES;
        if (draw.vertices.id != 0) {
            draw_meshes(draw, mode);
            return;
        }
        if (draw.count == 0) return;
        use_attributes(has_records ? set_lanes(0, draw.records, 0) : 0);
        if (has_records && !draw.records.each_vertex) {
            glDrawArraysInstanced(mode, 0, static_cast<GLsizei>(draw.count),
                                  static_cast<GLsizei>(draw.records.range.size / stride));
        } else {
            glDrawArrays(mode, 0, static_cast<GLsizei>(draw.count));
        }
    }

    void copy(Target from, Target to, int width, int height, int left, int bottom) override {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_[from.id].name);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, targets_[to.id].name);
        glBlitFramebuffer(0, 0, width, height, left, bottom, left + width, bottom + height, GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
    }

    void read_rgba8(Target target, int width, int height, std::span<std::byte> out) override {
        read(target, 0, width, height, GL_UNSIGNED_BYTE, out);
    }
    void read_floats(Target target, int attachment, int width, int height, std::span<float> out) override {
        read(target, attachment, width, height, GL_FLOAT, std::as_writable_bytes(out));
    }

    std::string describe() const override {
        const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
        return std::string(reinterpret_cast<const char*>(glGetString(GL_RENDERER))) + ", " +
               (version.starts_with("OpenGL") ? "" : "OpenGL ") + version;
    }
    std::string shader_version() const override {
        return std::string(dialect_.version_line());
    }
    void time_passes(bool on) override {
        timing_ = on;
    }
    std::span<const PassTime> pass_times() override {
        for (std::size_t i = 0; i < time_count_ && dialect_.has_timers; ++i) {
            times_[i].gpu_ms = timed_ms(timers_[i]);
        }
        return {times_.data(), time_count_};
    }
    void finish() override {
        glFinish();
    }
    std::uint64_t faults() const override {
        if (!dialect_.has_debug) count_errors();
        return faults_;
    }
    std::size_t programs_restored() const override {
        return restored_;
    }

  private:
    /// Waits for this program, if the driver is still at it.
    void finish(GLuint program) {
        const auto found = std::find_if(linking_.begin(), linking_.end(), [&](const Linking& each) { return each.name == program; });
        if (found == linking_.end()) return;
        const Linking linking = std::move(*found);
        linking_.erase(found);
        const auto slot = std::find(programs_.begin(), programs_.end(), program);
        assert(slot != programs_.end() && "a program that is linked has its place");
        *slot = 0;  // a program that does not link is gone
        finish_program(linking);
        *slot = program;
    }
    static ContextError no_room() {
        return {"the graphics driver has no room for a picture of this size: choose a smaller one, or fewer samples"};
    }
    /// Without messages of the driver: one for each kind of error since the last time.
    void count_errors() const {
        while (glGetError() != GL_NO_ERROR) faults_ += dialect_.has_debug ? 0 : 1;
    }

    /// Of every image of a scene: those of one framebuffer must have equally many. 0: none has more than one.
    GLint samples_max() const {
        GLint least = 0;
        glGetIntegerv(GL_MAX_SAMPLES, &least);
        if (dialect_.graphics == Graphics::portable) return least;  // 3.3 cannot say it of a format
        for (const GLenum format : {GLenum{GL_RGBA16F}, GLenum{GL_DEPTH_COMPONENT32F}}) {
            GLint samples = 0;  // stays so if the format has no sample counts
            glGetInternalformativ(GL_RENDERBUFFER, format, GL_SAMPLES, 1, &samples);
            least = std::min(least, samples);
        }
        return least > 1 ? least : 0;
    }

    GlFormat format_of(Format format) const {
        return gl_format(format == Format::rg11b10f && !dialect_.has_packed_floats ? Format::rgba16f : format);
    }
    static void bind_texture(GLuint unit, GLuint name) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, name);
    }
    static void attach(GLenum at, const TextureSlot& slot) {
        if (slot.def.samples > 1) {
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, at, GL_RENDERBUFFER, slot.name);
        } else {
            glFramebufferTexture2D(GL_FRAMEBUFFER, at, GL_TEXTURE_2D, slot.name, 0);
        }
    }
    static void destroy_image(const TextureSlot& slot) {
        if (slot.name == 0) return;
        if (slot.def.samples > 1) {
            glDeleteRenderbuffers(1, &slot.name);
        } else {
            glDeleteTextures(1, &slot.name);
        }
    }

    static double now_ms() {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }

    static double worked_ms() {
        return static_cast<double>(std::clock()) * (1000.0 / CLOCKS_PER_SEC);
    }

    /// Into the first free slot after 0, which names nothing.
    template <class T>
    static std::uint32_t place(std::vector<T>& slots, const T& value) {
        auto slot = std::find(slots.begin() + 1, slots.end(), T{});
        if (slot == slots.end()) slot = slots.insert(slot, T{});
        *slot = value;
        return static_cast<std::uint32_t>(slot - slots.begin());
    }

    void bind_uniforms(GLuint slot, const BufferRange& range) {
        if (range.buffer.id == 0 || range.size == 0) {
            glBindBufferBase(GL_UNIFORM_BUFFER, slot, 0);
            return;
        }
        glBindBufferRange(GL_UNIFORM_BUFFER, slot, buffers_[range.buffer.id], static_cast<GLintptr>(range.offset),
                          static_cast<GLsizeiptr>(range.size));
    }

    /// The attributes from `first` on read these records, from this one on. Returns the attribute after them.
    GLuint set_lanes(GLuint first, const Records& records, std::size_t first_record) {
        const auto stride = static_cast<GLsizei>(bytes_of(records.lanes));
        std::size_t offset = records.range.offset + first_record * static_cast<std::size_t>(stride);
        glBindBuffer(GL_ARRAY_BUFFER, buffers_[records.range.buffer.id]);
        for (const Lane lane : records.lanes) {
            if (lane == Lane::none) break;
            const auto* at = reinterpret_cast<const void*>(offset);
            if (lane == Lane::words) {
                glVertexAttribIPointer(first, 4, GL_UNSIGNED_INT, stride, at);
            } else if (lane == Lane::bytes) {
                glVertexAttribPointer(first, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, at);
            } else {
                glVertexAttribPointer(first, static_cast<GLint>(lane), GL_FLOAT, GL_FALSE, stride, at);
            }
            glVertexAttribDivisor(first++, records.each_vertex ? 0 : 1);
            offset += bytes_of(lane);
        }
        return first;
    }
    static_assert(static_cast<int>(Lane::one) == 1 && static_cast<int>(Lane::four) == 4);

    void use_attributes(GLuint count) {
        for (; attributes_ < count; ++attributes_) glEnableVertexAttribArray(attributes_);
        while (attributes_ > count) glDisableVertexAttribArray(--attributes_);
    }

    void draw_meshes(const Draw& draw, GLenum mode) {
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers_[draw.indices.id]);
        set_lanes(0, {{draw.vertices, 0, 0}, kMeshLanes, true}, 0);
        for (const MeshRun& run : draw.meshes) {
            // No base instance: the records begin elsewhere instead.
            use_attributes(set_lanes(kMeshAttributes, draw.records, run.first_record));
            glDrawElementsInstanced(mode, static_cast<GLsizei>(run.index_count), GL_UNSIGNED_INT,
                                    reinterpret_cast<const void*>(std::size_t{run.first_index} * sizeof(std::uint32_t)),
                                    static_cast<GLsizei>(run.records));
        }
    }

    void read(Target target, int attachment, int width, int height, GLenum type, std::span<std::byte> out) {
        const std::size_t needed =
            static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * (type == GL_FLOAT ? 16 : 4);
        if (out.size() < needed) return;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_[target.id].name);
        glReadBuffer(target.id == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(attachment));
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width, height, GL_RGBA, type, out.data());
    }

    Dialect dialect_;
    GlStream stream_;
    ProgramCache cache_;
    std::uint64_t driver_;
    std::size_t restored_ = 0;
    mutable std::atomic<std::uint64_t> faults_ = 0;  // a driver may report from a thread of its own
    GLuint array_ = 0, attributes_ = 0;              // how many attributes are switched on
    std::vector<GLuint> buffers_, programs_;         // buffer 1: the stream's
    std::vector<Linking> linking_;                   // programs that have been made and not yet used
    std::vector<TextureSlot> textures_;
    std::vector<TargetSlot> targets_;
    bool timing_ = false;
    std::size_t time_count_ = 0;
    std::array<GLuint, kTimesMax> timers_{};
    std::array<PassTime, kTimesMax> times_{};
};

}  // namespace

std::unique_ptr<Device> make_gl_device(std::size_t stream_bytes_per_frame, const std::string& program_folder,
                                       Graphics graphics) {
    return std::make_unique<GlDevice>(dialect_of_context(graphics), stream_bytes_per_frame, program_folder);
}

}  // namespace albireo::gpu
