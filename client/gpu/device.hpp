#pragma once
/// The GPU as the renderer sees it: buffers, textures, targets, programs, and passes made of draws. Owned by the program
/// that shows pictures; the passes get a reference. gl_device implements it, null_device does nothing, so that the same
/// code runs without a GPU.
///
/// It offers only what OpenGL 3.3, OpenGL ES 3.0 and WebGL 2 can do, so that one renderer draws on all of them: no
/// compute shaders, no buffers that shaders index, no shader access to single samples, one blending for all targets.
///
/// 1. Handles are small numbers, 0 is none. The device owns the resources until destroy(), or until it is destroyed.
/// 2. stream() memory is written by the CPU before the next draw, and read by the GPU in the same frame. A frame neither
///    allocates nor waits: memory is reused kFramesInFlight frames later. A draw whose memory did not fit is skipped.
/// 3. A draw takes all its state in one struct: no state leaks from one draw into the next.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace albireo::gpu {

inline constexpr int kFramesInFlight = 3;

struct Buffer {
    std::uint32_t id = 0;
};
struct Texture {
    std::uint32_t id = 0;
};
struct Target {
    std::uint32_t id = 0;
};
struct Program {
    std::uint32_t id = 0;
};

/// rgba16ui: whole numbers, which a shader reads through a usampler2D; never blended, filtered or multisampled. rgba32f: for data;
/// never drawn into or filtered.
enum class Format : std::uint8_t { rgba8, r8, rgba16ui, rgba32f, rgba16f, r16f, rg11b10f, depth };
enum class Filter : std::uint8_t { nearest, linear };

struct TextureDef {
    int width = 0, height = 0;
    Format format = Format::rgba8;
    int samples = 1;  // above 1: the texture can only be drawn into, and copy() takes the mean of a pixel's samples
    Filter filter = Filter::linear;
    bool tiles = false;  // it repeats, and each upload() renews its mipmaps; not for formats that are never filtered
};

struct TargetDef {
    std::array<Texture, 3> colours{};  // up to the first without a texture
    Texture depth{};
};

/// One stage of a program: its text, and the names of the files to which its `#line` numbers refer. The device adds the
/// version line and everything else that the driver's language needs (gl_dialect.hpp).
struct ShaderText {
    std::string text;
    std::vector<std::string> files;
};

enum class Blend : std::uint8_t {
    none,
    add,     // dst + src
    over,    // premultiplied
    darken,  // dst × (1 − src)
    max,
};
enum class Depth : std::uint8_t {
    none,
    test_equal,  // passes where nothing is nearer
    write,
    test_behind,  // passes where something is nearer: the far side of a light, or the sky, behind the scene
};
enum class Topology : std::uint8_t { triangles, strip, lines };

struct BufferRange {
    Buffer buffer{};
    std::size_t offset = 0, size = 0;

    /// stream() returns this when the frame's stream memory is used up: every draw that reads it is skipped.
    static constexpr std::uint32_t kNowhere = UINT32_MAX;
    bool is_nowhere() const { return buffer.id == kNowhere; }
};

/// A part of a record, which a vertex shader reads as one attribute: 1 to 4 floats, four bytes as 0 … 1, or four whole
/// numbers of 32 bits.
enum class Lane : std::uint8_t { none, one, two, three, four, bytes, words };
inline constexpr std::size_t kLanesMax = 6;
using Lanes = std::array<Lane, kLanesMax>;
constexpr std::size_t bytes_of(Lane lane) {
    constexpr std::array<std::size_t, 7> kBytes = {0, 4, 8, 12, 16, 4, 16};
    return kBytes[static_cast<std::size_t>(lane)];
}
constexpr std::size_t bytes_of(const Lanes& lanes) {
    std::size_t sum = 0;
    for (const Lane lane : lanes) sum += bytes_of(lane);
    return sum;
}

/// Records that the vertex shader gets, one for each instance or one for each vertex. Their parts are attributes, which begin
/// at location 0, or at kMeshAttributes in a draw of meshes.
struct Records {
    BufferRange range{};
    Lanes lanes{};
    bool each_vertex = false;
};

/// Position, normal, and four numbers: scene::MeshVertex.
inline constexpr Lanes kMeshLanes = {Lane::three, Lane::three, Lane::four};
inline constexpr std::uint32_t kMeshAttributes = 3;

/// Instances of a mesh: a part of the indices, and the records of its instances.
struct MeshRun {
    std::uint32_t first_index = 0, index_count = 0;
    std::uint32_t first_record = 0, records = 0;
};

/// The resources bound for one draw. Uniform blocks and textures share their numbers with the shaders (`binding = ` in
/// render/shaders).
struct Draw {
    Program program{};
    Topology topology = Topology::triangles;
    Blend blend = Blend::none;
    Depth depth = Depth::none;
    bool cull = false;
    std::array<BufferRange, 2> uniforms{};
    std::array<Texture, 6> textures{};
    Records records{};
    std::uint32_t count = 0;  // vertices that the shader makes: in total or, with records for each instance, per instance
    // Or meshes, which come in their own buffers:
    Buffer vertices{};  // in kMeshLanes
    Buffer indices{};
    std::span<const MeshRun> meshes{};
};

/// Whether there was stream memory for everything that the draw reads.
inline bool has_memory(const Draw& draw) {
    const auto is_nowhere = [](const BufferRange& range) { return range.is_nowhere(); };
    return std::ranges::none_of(draw.uniforms, is_nowhere) && !is_nowhere(draw.records.range);
}

struct PassDef {
    std::string_view name;
    Target target{};
    int width = 0, height = 0;  // of the viewport, from the lower left corner
    bool clear = false;         // colours and depth
    bool clear_colour = false;  // the colours alone
    std::array<std::array<float, 4>, 3> clear_colours{};
};

struct PassTime {
    std::string_view name;
    double cpu_ms = 0;  // between a finish() before and one after, if timed
    double gpu_ms = 0;
    double work_ms = 0;  // CPU time of all threads: the work of a software driver, whatever else the machine does
};

/// Thrown for a program that does not compile or link: `file:line: the driver's message`.
struct ShaderError {
    std::string text;
};

class Device {
  public:
    virtual ~Device() = default;

    /// A buffer of vertices, or of indices (uint32). Both throw ContextError if there is not enough memory.
    virtual Buffer make_vertices(std::span<const std::byte> bytes) = 0;
    virtual Buffer make_indices(std::span<const std::byte> bytes) = 0;
    virtual Texture make_texture(const TextureDef& def) = 0;
    /// `pixels`: the whole texture in its format, bottom row first, without padding. With fewer bytes it does nothing.
    virtual void upload(Texture texture, std::span<const std::byte> pixels) = 0;
    /// The same for the lowest `rows` rows alone.
    virtual void upload_rows(Texture texture, int rows, std::span<const std::byte> pixels) = 0;
    /// Throws ContextError if there is no room for a picture of this size.
    virtual Target make_target(const TargetDef& def) = 0;
    /// Throws ShaderError.
    virtual Program make_program(const ShaderText& vertex, const ShaderText& fragment) = 0;
    virtual void destroy(Buffer buffer) = 0;
    virtual void destroy(Texture texture) = 0;
    virtual void destroy(Target target) = 0;
    virtual void destroy(Program program) = 0;

    /// The window's own target, or its replacement without a window.
    virtual Target screen() const = 0;

    virtual void begin_frame() = 0;
    virtual void end_frame() = 0;
    /// Allocates `size` bytes for this frame, 256-aligned. When the frame's stream memory is used up, returns no bytes and
    /// a range that is_nowhere().
    struct Stream {
        std::span<std::byte> bytes;
        BufferRange range{.buffer = {BufferRange::kNowhere}};
    };
    virtual Stream stream(std::size_t size) = 0;

    virtual void begin_pass(const PassDef& pass) = 0;
    virtual void end_pass() = 0;
    virtual void draw(const Draw& draw) = 0;
    /// Copies colour, pixel by pixel or the mean of its samples, from the lower left corner of `from` to (`left`, `bottom`) of `to`.
    virtual void copy(Target from, Target to, int width, int height, int left = 0, int bottom = 0) = 0;

    /// The pixels of a target, bottom row first, as red, green, blue and alpha: of its first colour in bytes, or of the
    /// colour `attachment` in floats. `out` must hold width × height × 4 of them; if it is shorter, nothing is read.
    virtual void read_rgba8(Target target, int width, int height, std::span<std::byte> out) = 0;
    virtual void read_floats(Target target, int attachment, int width, int height, std::span<float> out) = 0;

    virtual std::string describe() const = 0;
    /// The version line of shaders, as in `#version 450 core`.
    virtual std::string shader_version() const = 0;
    /// Switches the timing of passes on or off. It costs a finish() before and after each pass.
    virtual void time_passes(bool on) = 0;
    /// The times of the last frame's passes, in order.
    virtual std::span<const PassTime> pass_times() = 0;
    virtual void finish() = 0;
    /// The number of errors that the driver has reported.
    virtual std::uint64_t faults() const = 0;
    /// The number of programs that cannot be used yet without waiting for the driver. Call it once for each frame until it
    /// returns 0: it finishes the programs that are ready. Throws ShaderError.
    virtual std::size_t programs_linking() { return 0; }
    /// The number of programs that came from the cache.
    virtual std::size_t programs_restored() const { return 0; }

    /// Copies a plain value into the stream.
    template <class T>
    BufferRange push(const T& value) {
        const Stream place = stream(sizeof(T));
        if (place.bytes.size() >= sizeof(T)) copy_bytes(place.bytes, &value, sizeof(T));
        return place.range;
    }
    template <class T>
    BufferRange push_span(std::span<const T> values) {
        if (values.empty()) return {};
        const Stream place = stream(values.size_bytes());
        if (place.bytes.size() >= values.size_bytes()) copy_bytes(place.bytes, values.data(), values.size_bytes());
        return place.range;
    }

  private:
    static void copy_bytes(std::span<std::byte> to, const void* from, std::size_t size);
};

/// Destroys its resource when it goes out of scope. The device must outlive it.
template <class Handle>
class Owned {
  public:
    Owned() = default;
    Owned(Device& device, Handle handle) : device_(&device), handle_(handle) {}
    Owned(Owned&& other) noexcept : device_(other.device_), handle_(std::exchange(other.handle_, {})) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Owned() {
        if (handle_.id != 0) device_->destroy(handle_);
    }
    operator Handle() const { return handle_; }

  private:
    Device* device_ = nullptr;
    Handle handle_{};
};

}  // namespace albireo::gpu
