#include "client/render/probe.hpp"

#include <algorithm>
#include <chrono>

#include "client/render/pass.hpp"

namespace albireo::render {

double probe_pixel_ns(gpu::Device& device, const gpu::ShaderLibrary& library) {
    constexpr int kWidth = 256, kHeight = 144, kWarm = 2, kDraws = 5, kTimes = 4;
    const Options options{.width = kWidth, .height = kHeight};
    const PassSetup setup{device, library, options};
    const gpu::Owned<gpu::Program> sky = setup.screen("shaders/sky.frag");
    const gpu::Owned texture{device, device.make_texture({.width = kWidth, .height = kHeight, .format = gpu::Format::rgba16f})};
    const gpu::Owned target{device, device.make_target({.colours = {texture}})};
    const auto view = std::make_unique<scene::View>();
    std::array<double, kDraws> times{};
    for (int i = -kWarm; i < kDraws; ++i) {
        device.finish();
        const auto began = std::chrono::steady_clock::now();
        device.begin_frame();
        device.begin_pass({.name = "probe", .target = target, .width = kWidth, .height = kHeight});
        gpu::Draw draw;
        draw.program = sky;
        draw.uniforms[0] = device.push(frame_block(*view, options));
        draw.count = 3;
        for (int time = 0; time < kTimes; ++time) device.draw(draw);
        device.end_pass();
        device.end_frame();
        device.finish();
        const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - began;
        if (i >= 0) times[static_cast<std::size_t>(i)] = taken.count() / (kTimes * kWidth * kHeight);
    }
    std::nth_element(times.begin(), times.begin() + kDraws / 2, times.end());
    return times[kDraws / 2];
}

Tier tier_for(double pixel_ns, int width, int height) {
    const double sky_ms = pixel_ns * width * height * 1e-6;
    for (const Tier tier : {Tier::high, Tier::medium}) {
        if (sky_ms * sky_pixels(tier) <= kTierBudgetMs) return tier;
    }
    return Tier::low;
}

}  // namespace albireo::render
