/// Reads: bursts, surfaces. Writes: particles (which live on the GPU alone), their three half-size buffers, and the
/// scene. The CPU knows only how many were born and when the last of them must be dead: those between are moved and
/// drawn.
#include <algorithm>
#include <array>
#include <cmath>

#include "client/render/particle_classes.hpp"
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

struct ParticleBlock {
    std::array<std::uint32_t, 4> window{};
    std::array<std::uint32_t, 4> born{};
    std::array<ParticleRow, kParticleClassesMax> classes{};
};

constexpr std::uint32_t kGroup = 64;  // threads, particle_*.comp
constexpr std::uint32_t groups_for(std::uint32_t threads) {
    return (threads + kGroup - 1) / kGroup;
}

class ParticlePass final : public Pass {
  public:
    explicit ParticlePass(const Workshop& shop)
        : capacity_(shop.options.particles_max),
          memory_(shop.device, shop.device.make_storage(std::size_t{capacity_} * 64)),
          pool_{memory_, 0, std::size_t{capacity_} * 64},
          spawn_(shop.compute("shaders/particle_spawn.comp")),
          move_(shop.compute("shaders/particle_move.comp")),
          draw_(shop.program("shaders/particle.vert", "shaders/particle.frag")),
          merge_(shop.program("shaders/screen.vert", "shaders/particle_merge.frag", shop.coarse())) {}
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
            // A share of 1 or more of a burst is at least one particle: a ring is one.
            const auto count = static_cast<std::uint32_t>(std::ceil(std::floor(burst.count) * frame.options.particle_share));
            if (count == 0 || burst.kind >= kParticleClassesMax) continue;
            if (alive_ + born + count > capacity_ || brood_count_ == kBroods || place.bytes.empty()) break;
            burst.first = born;
            std::copy_n(reinterpret_cast<const std::byte*>(&burst), sizeof burst,
                        place.bytes.data() + bursts * sizeof burst);
            born += count;
            ++bursts;
            life = std::max(life, kParticleClasses[burst.kind].life_max);
        }
        ParticleBlock block{.window = {tail(), alive_ + born, capacity_, head_},
                            .born = {born, bursts, 0, 0},
                            .classes = kParticleClasses};
        block_ = frame.device.push(block);
        if (alive_ + born == 0 || block_.is_nowhere()) return;
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
    gpu::Owned<gpu::Buffer> memory_;
    gpu::BufferRange pool_;  // all of it
    gpu::Owned<gpu::Program> spawn_, move_, draw_, merge_;
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
