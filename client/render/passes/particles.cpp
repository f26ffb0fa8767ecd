/// Reads: bursts, surfaces. Writes: particles in three half-size buffers, and the scene. A particle is a function of its
/// burst, its number and the burst's age (particle.vert): only the bursts are kept, and nothing is simulated.
///
/// A burst is drawn in pieces of 4, 16, 64 … particles, so that all pieces of a size are the instances of one draw; the
/// last of its pieces may be larger than what remains.
///
/// Puffs of flowing smoke (scene/smoke.hpp) are drawn into the same buffers, with an image each from an atlas.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "client/render/particle_classes.hpp"
#include "client/render/pass.hpp"
#include "client/scene/smoke.hpp"

namespace albireo::render {
namespace {

/// In the order of the attributes in particle.vert.
struct Piece {
    math::Vec3 at;
    float age = 0;
    math::Vec3 speed;
    float spread = 0;
    math::Vec3 tint;
    float scale = 1;
    std::uint32_t kind = 0, seed = 0, first = 0, count = 0;  // count: of the burst
    float radius = 0;
};
constexpr gpu::Lanes kPieceLanes = {Lane::four, Lane::four, Lane::four, Lane::words, Lane::one};
static_assert(gpu::bytes_of(kPieceLanes) == sizeof(Piece));

constexpr gpu::Lanes kPuffLanes = {Lane::four, Lane::four, Lane::four};
static_assert(gpu::bytes_of(kPuffLanes) == sizeof(scene::Puff));
constexpr int kAtlasTexels = 128;  // puff_atlas.frag: two images across and two up

constexpr std::size_t kSizes = 10;
constexpr std::array<std::uint32_t, kSizes> kPieceSizes = [] {
    std::array<std::uint32_t, kSizes> sizes{};
    for (std::uint32_t i = 0, size = 4; i < kSizes; ++i, size *= 4) sizes[i] = size;
    return sizes;
}();
constexpr std::size_t kPiecesMax = 12'288;  // of all that live
static_assert(kPiecesMax * sizeof(Piece) <= Options{}.stream_bytes / 4);

/// Calls use(size, first) for each piece of so many particles, the largest first.
template <class Use>
void cut(std::uint32_t count, Use&& use) {
    std::uint32_t first = 0;
    for (std::size_t size = kSizes; size-- > 0;) {
        while (count - first >= kPieceSizes[size] || (size == 0 && first < count)) {
            use(size, first);
            first += std::min(kPieceSizes[size], count - first);
        }
    }
}

constexpr float kLifeMax = [] {
    float longest = 0;
    for (const ParticleRow& row : kParticleClasses) longest = std::max(longest, row.life_max);
    return longest;
}();

class ParticlePass final : public Pass {
  public:
    explicit ParticlePass(const PassSetup& setup)
        : capacity_(setup.options.particles_max),
          draw_(setup.program("shaders/particle.vert", "shaders/particle.frag")),
          puff_(setup.program("shaders/puff.vert", "shaders/puff.frag")),
          paint_(setup.screen("shaders/puff_atlas.frag")),
          merge_(setup.program("shaders/screen.vert", "shaders/particle_merge.frag", setup.coarse())) {
        live_.reserve(kPiecesMax);
        gpu::TextureDef def{.width = kAtlasTexels, .height = kAtlasTexels};
        painted_ = {setup.device, setup.device.make_texture(def)};
        canvas_ = {setup.device, setup.device.make_target({.colours = {painted_}})};
        def.tiles = true;
        atlas_ = {setup.device, setup.device.make_texture(def)};
        pixels_.resize(std::size_t{4} * kAtlasTexels * kAtlasTexels);
    }
    std::string_view name() const override { return "particles"; }

    void advance(Frame& frame) override { step(frame); }
    void run(Frame& frame) override {
        step(frame);
        if (!std::exchange(has_atlas_, true)) paint_atlas(frame);
        if (live_.empty() && frame.view.puffs.empty()) return;
        const Buffers& buffers = frame.buffers;
        gpu::PassDef pass = whole("particles draw", buffers.particle_sum);
        pass.clear = true;
        frame.device.begin_pass(pass);
        gpu::Draw draw = screen_draw(frame, draw_, {buffers.surfaces.texture});
        draw.blend = gpu::Blend::add;
        draw.uniforms[1] = frame.device.push(kParticleClasses);
        const gpu::Device::Stream place = frame.device.stream(pieces_ * sizeof(Piece));
        const std::array<std::size_t, kSizes> counts = write_pieces(place.bytes);
        for (std::size_t size = 0, first = 0; size < kSizes; first += counts[size++]) {
            if (counts[size] == 0) continue;
            draw.records = {
                {place.range.buffer, place.range.offset + first * sizeof(Piece), counts[size] * sizeof(Piece)},
                kPieceLanes};
            draw.count = kPieceSizes[size] * 6;
            frame.device.draw(draw);
        }
        draw_puffs(frame);
        frame.device.end_pass();

        frame.device.begin_pass(whole("particles merge", buffers.scene));
        draw = screen_draw(frame, merge_,
                           {buffers.surfaces.texture, buffers.particle_sum.texture, buffers.particle_hidden.texture,
                            buffers.particle_light.texture});
        draw.blend = gpu::Blend::over;
        frame.device.draw(draw);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.particle_light, 0, 1}; }

  private:
    struct Live {
        scene::Burst burst;
        float age = 0;  // seconds
        std::uint32_t count = 0;
    };
    /// Mipmaps are made of what is uploaded, so the images come from the device and go back.
    void paint_atlas(Frame& frame) {
        frame.device.begin_pass({.name = "particles atlas", .target = canvas_, .width = kAtlasTexels, .height = kAtlasTexels});
        frame.device.draw(screen_draw(frame, paint_, {}));
        frame.device.end_pass();
        frame.device.read_rgba8(canvas_, kAtlasTexels, kAtlasTexels, pixels_);
        frame.device.upload(atlas_, pixels_);
    }

    void draw_puffs(Frame& frame) {
        // Always the same ones, wherever they are in the list, and larger if they are fewer.
        const float share = frame.options.particle_share, larger = std::min(1 / std::sqrt(std::max(share, 0.25F)), 2.0F);
        const auto is_drawn = [&](const scene::Puff& puff) { return puff.image < scene::kPuffImages * share; };
        const auto count = static_cast<std::size_t>(std::ranges::count_if(frame.view.puffs.all(), is_drawn));
        if (count == 0) return;
        const gpu::Device::Stream place = frame.device.stream(count * sizeof(scene::Puff));
        if (place.bytes.empty()) return;
        std::size_t next = 0;
        for (scene::Puff puff : frame.view.puffs.all()) {
            if (!is_drawn(puff)) continue;
            puff.size *= larger;
            std::memcpy(place.bytes.data() + next++ * sizeof puff, &puff, sizeof puff);
        }
        gpu::Draw draw = screen_draw(frame, puff_, {frame.buffers.surfaces.texture, atlas_});
        draw.blend = gpu::Blend::add;
        draw.records = {{place.range.buffer, place.range.offset, count * sizeof(scene::Puff)}, kPuffLanes};
        draw.count = 6;
        frame.device.draw(draw);
    }

    static std::size_t pieces_of(std::uint32_t count) {
        std::size_t pieces = 0;
        cut(count, [&](std::size_t, std::uint32_t) { ++pieces; });
        return pieces;
    }

    void step(Frame& frame) {
        const scene::View& view = frame.view;
        // Another game, or a seek.
        if (view.seconds + 0.5F < last_seconds_ || view.seconds > last_seconds_ + kLifeMax) clear();
        last_seconds_ = view.seconds;
        for (std::size_t i = 0; i < live_.size();) {
            Live& live = live_[i];
            live.age += view.dt;
            if (live.age < kParticleClasses[live.burst.kind].life_max) {
                ++i;
                continue;
            }
            alive_ -= live.count;
            pieces_ -= pieces_of(live.count);
            live = live_.back();  // their order does not show
            live_.pop_back();
        }
        // Bursts that do not fit are not born.
        for (const scene::Burst& burst : view.bursts.all()) {
            // A share of 1 or more of a burst is at least one particle: a ring is one.
            const auto count =
                static_cast<std::uint32_t>(std::ceil(std::floor(burst.count) * frame.options.particle_share));
            if (count == 0 || burst.kind >= kParticleClassesMax) continue;
            const std::size_t pieces = pieces_of(count);
            if (alive_ + count > capacity_ || pieces_ + pieces > kPiecesMax) break;
            live_.push_back({burst, view.dt, count});
            alive_ += count;
            pieces_ += pieces;
        }
    }
    void clear() {
        live_.clear();
        alive_ = 0;
        pieces_ = 0;
    }

    /// The pieces of all that live, by size; how many there are of each size. None if there is no room.
    std::array<std::size_t, kSizes> write_pieces(std::span<std::byte> to) const {
        std::array<std::size_t, kSizes> counts{}, next{};
        if (to.size() < pieces_ * sizeof(Piece)) return counts;
        for (const Live& live : live_) cut(live.count, [&](std::size_t size, std::uint32_t) { ++counts[size]; });
        for (std::size_t size = 1; size < kSizes; ++size) next[size] = next[size - 1] + counts[size - 1];
        for (const Live& live : live_) {
            const scene::Burst& burst = live.burst;
            Piece piece{.at = burst.at,
                        .age = live.age,
                        .speed = burst.speed,
                        .spread = burst.spread,
                        .tint = burst.tint,
                        .scale = burst.scale,
                        .kind = burst.kind,
                        .seed = burst.seed,
                        .count = live.count,
                        .radius = burst.radius};
            cut(live.count, [&](std::size_t size, std::uint32_t first) {
                piece.first = first;
                std::memcpy(to.data() + next[size]++ * sizeof piece, &piece, sizeof piece);
            });
        }
        return counts;
    }

    std::uint32_t capacity_;
    gpu::Owned<gpu::Program> draw_, puff_, paint_, merge_;
    gpu::Owned<gpu::Texture> painted_, atlas_;
    gpu::Owned<gpu::Target> canvas_;
    std::vector<std::byte> pixels_;  // of the atlas
    bool has_atlas_ = false;
    std::vector<Live> live_;
    std::size_t pieces_ = 0;   // of them
    std::uint32_t alive_ = 0;  // particles, at most
    float last_seconds_ = 0;
};

}  // namespace

std::unique_ptr<Pass> make_particle_pass(const PassSetup& setup) {
    return std::make_unique<ParticlePass>(setup);
}

}  // namespace albireo::render
