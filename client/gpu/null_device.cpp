#include "client/gpu/null_device.hpp"

#include <algorithm>

namespace albireo::gpu {
namespace {

class NullDevice final : public Device {
  public:
    explicit NullDevice(NullCounts* counts) : counts_(counts != nullptr ? *counts : own_), memory_(8 << 20) {}

    Buffer make_vertices(std::span<const std::byte>) override { return {name()}; }
    Buffer make_indices(std::span<const std::byte>) override { return {name()}; }
    Texture make_texture(const TextureDef&) override { return {name()}; }
    void upload(Texture, std::span<const std::byte>) override {}
    void upload_rows(Texture, int, std::span<const std::byte>) override {}
    Target make_target(const TargetDef&) override { return {name()}; }
    Program make_program(const ShaderText&, const ShaderText&) override { return {name()}; }
    void destroy(Buffer) override { --counts_.live; }
    void destroy(Texture) override { --counts_.live; }
    void destroy(Target) override { --counts_.live; }
    void destroy(Program) override { --counts_.live; }
    Target screen() const override { return {}; }
    void begin_frame() override { used_ = 0; }
    void end_frame() override {}
    Stream stream(std::size_t size) override {
        if (used_ + size > memory_.size()) return {};
        const Stream place{{memory_.data() + used_, size}, {{1}, used_, size}};
        used_ += (size + 255) / 256 * 256;
        counts_.stream_bytes += size;
        return place;
    }
    void begin_pass(const PassDef&) override { ++counts_.passes; }
    void end_pass() override {}
    void draw(const Draw& draw) override { ++(has_memory(draw) ? counts_.draws : counts_.left_out); }
    void copy(Target, Target, int, int, int, int) override {}
    void read_rgba8(Target, int, int, std::span<std::byte> out) override { std::ranges::fill(out, std::byte{0}); }
    void read_floats(Target, int, int, int, std::span<float> out) override { std::ranges::fill(out, 0.0F); }
    std::string describe() const override { return "null device"; }
    std::string shader_version() const override { return "#version 330 core"; }
    void time_passes(bool) override {}
    std::span<const PassTime> pass_times() override { return {}; }
    void finish() override {}
    std::uint64_t faults() const override { return 0; }

  private:
    std::uint32_t name() {
        ++counts_.live;
        return ++last_;
    }

    NullCounts own_;
    NullCounts& counts_;
    std::vector<std::byte> memory_;
    std::size_t used_ = 0;
    std::uint32_t last_ = 0;
};

}  // namespace

std::unique_ptr<Device> make_null_device(NullCounts* counts) {
    return std::make_unique<NullDevice>(counts);
}

}  // namespace albireo::gpu
