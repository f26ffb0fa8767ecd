/// Reads: bursts, surfaces. Writes: particles (which live on the GPU alone), their three half-size buffers, and the
/// scene. The CPU knows only how many were born and when the last of them must be dead: those between are moved and
/// drawn.
#include <algorithm>
#include <array>

#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

using scene::ParticleClass;

/// shaders/particle.glsl, Class.
struct Class {
    Four motion;  // drag, gravity, life low, life high (seconds)
    Four size;    // at birth, at death, stretch by speed, spin
    Four early;   // colour at birth, heat
    Four late;    // colour at death, cover: 0 adds light, 1 hides
};
constexpr std::size_t kClassesMax = 8;
constexpr std::array<Class, kClassesMax> kClasses = {{
    {{2.4F, 3.0F, 0.18F, 0.55F},
     {0.035F, 0.012F, 0.09F, 0},
     {1.0F, 0.85F, 0.6F, 3.4F},
     {1.0F, 0.35F, 0.1F, 0}},  // spark
    {{3.2F, -0.6F, 0.30F, 0.75F},
     {0.22F, 0.75F, 0, 2.0F},
     {1.0F, 0.42F, 0.10F, 1.15F},
     {0.55F, 0.07F, 0.015F, 0}},  // fire
    {{1.8F, -0.5F, 0.9F, 2.2F},
     {0.25F, 1.05F, 0, 0.9F},
     {0.10F, 0.085F, 0.085F, 0.8F},
     {0.035F, 0.03F, 0.035F, 0.75F}},  // smoke
    {{0.5F, 7.0F, 0.6F, 1.6F},
     {0.07F, 0.05F, 0, 9.0F},
     {0.16F, 0.15F, 0.15F, 0.6F},
     {0.07F, 0.06F, 0.06F, 1.0F}},                                                                    // debris
    {{0, 0, 0.07F, 0.13F}, {0.6F, 1.3F, 0, 0}, {1.0F, 0.85F, 0.65F, 2.2F}, {1.0F, 0.45F, 0.15F, 0}},  // flash
    {{1.2F, -0.8F, 0.5F, 1.4F},
     {0.030F, 0.010F, 0.02F, 0},
     {1.0F, 0.55F, 0.2F, 2.6F},
     {1.0F, 0.15F, 0.03F, 0}},                                                                     // ember
    {{0, 0, 0.35F, 0.45F}, {0.3F, 3.2F, 0, 0}, {1.0F, 0.7F, 0.45F, 0.9F}, {0.8F, 0.3F, 0.2F, 0}},  // ring
    {},
}};
static_assert(static_cast<std::size_t>(ParticleClass::count) <= kClassesMax);

struct ParticleBlock {
    std::array<std::uint32_t, 4> window{};
    std::array<std::uint32_t, 4> born{};
    std::array<Class, kClassesMax> classes{};
};

constexpr std::uint32_t kGroup = 64;  // threads, particle_*.comp
constexpr std::uint32_t groups_for(std::uint32_t threads) {
    return (threads + kGroup - 1) / kGroup;
}

class ParticlePass final : public Pass {
  public:
    explicit ParticlePass(const Workshop& shop)
        : capacity_(shop.options.particles_max),
          pool_{shop.device.make_storage(std::size_t{capacity_} * 64), 0, std::size_t{capacity_} * 64},
          spawn_(shop.device.make_compute(shop.library.assemble("shaders/particle_spawn.comp"))),
          move_(shop.device.make_compute(shop.library.assemble("shaders/particle_move.comp"))),
          draw_(shop.program("shaders/particle.vert", "shaders/particle.frag")),
          merge_(shop.screen("shaders/particle_merge.frag")) {}
    std::string_view name() const override { return "particles"; }

    void advance(Frame& frame) override { step(frame); }
    void run(Frame& frame) override {
        step(frame);
        if (alive_ == 0) return;
        const Buffers& buffers = frame.buffers;
        gpu::PassDef pass = whole("particles draw", buffers.particle_sum);
        pass.clear = true;
        pass.clear_colours = {{{0, 0, 0, 0}, {1, 1, 1, 1}, {0, 0, 0, 0}}};
        frame.device.begin_pass(pass);
        gpu::Draw draw = screen_draw(frame, draw_, {buffers.surfaces.texture});
        draw.blend = gpu::Blend::weighted;
        draw.uniforms[1] = block_;
        draw.storage[0] = pool_;
        draw.count = alive_ * 6;
        frame.device.draw(draw);
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
    struct Brood {
        float dead_by = 0;  // seconds of the show
        std::uint32_t count = 0;
    };
    static constexpr std::size_t kBroods =
        512;  // frames with births that are remembered: 2.2 s at 144 a second, and spare

    void step(Frame& frame) {
        const scene::View& view = frame.view;
        if (view.seconds + 0.5F < last_seconds_) {  // the show went back: another game, or a seek
            broods_ = {};
            brood_first_ = brood_count_ = alive_ = 0;
        }
        last_seconds_ = view.seconds;
        while (brood_count_ > 0 && broods_[brood_first_].dead_by < view.seconds) {
            alive_ -= broods_[brood_first_].count;
            brood_first_ = (brood_first_ + 1) % kBroods;
            --brood_count_;
        }
        // Bursts that do not fit are not born.
        std::uint32_t born = 0;
        float life = 0;
        const gpu::Device::Stream place =
            frame.device.stream(std::max<std::size_t>(view.bursts.size(), 1) * sizeof(scene::Burst));
        std::uint32_t bursts = 0;
        for (scene::Burst burst : view.bursts.all()) {
            const auto count = static_cast<std::uint32_t>(burst.count);
            if (count == 0 || burst.kind >= kClassesMax) continue;
            if (alive_ + born + count > capacity_ || brood_count_ == kBroods || place.bytes.empty()) break;
            burst.first = born;
            std::copy_n(reinterpret_cast<const std::byte*>(&burst), sizeof burst,
                        place.bytes.data() + bursts * sizeof burst);
            born += count;
            ++bursts;
            life = std::max(life, kClasses[burst.kind].motion[3]);
        }
        ParticleBlock block{
            .window = {tail(), alive_ + born, capacity_, head_}, .born = {born, bursts, 0, 0}, .classes = kClasses};
        block_ = frame.device.push(block);
        if (alive_ + born == 0) return;
        frame.device.begin_pass({.name = "particles move"});
        gpu::Dispatch dispatch{.uniforms = {frame.block, block_}, .storage = {pool_, place.range}};
        if (born > 0) {
            dispatch.program = spawn_;
            dispatch.groups = groups_for(born);
            frame.device.dispatch(dispatch);
            frame.device.barrier();
            head_ = (head_ + born) % capacity_;
            alive_ += born;
            broods_[(brood_first_ + brood_count_) % kBroods] = {view.seconds + life + 0.1F, born};
            ++brood_count_;
        }
        dispatch.program = move_;
        dispatch.groups = groups_for(alive_);
        frame.device.dispatch(dispatch);
        frame.device.barrier();
        frame.device.end_pass();
    }
    std::uint32_t tail() const { return (head_ + capacity_ - alive_) % capacity_; }

    std::uint32_t capacity_;
    gpu::BufferRange pool_;
    gpu::Program spawn_, move_, draw_, merge_;
    gpu::BufferRange block_;
    std::array<Brood, kBroods> broods_{};
    std::size_t brood_first_ = 0, brood_count_ = 0;
    std::uint32_t head_ = 0, alive_ = 0;
    float last_seconds_ = 0;
};

}  // namespace

std::unique_ptr<Pass> make_particle_pass(const Workshop& shop) {
    return std::make_unique<ParticlePass>(shop);
}

}  // namespace albireo::render
