#include "client/app/window_loop.hpp"

#include <algorithm>
#include <thread>

#include "client/app/compose.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/net/udp_client.hpp"

namespace albireo::app {

Screen::Screen(const platform::WindowOptions& options) : window_(options), device_(gpu::make_gl_device()) {
    render::Options wanted;
    if (device_->describe().find("llvmpipe") != std::string::npos) {
        // Without a GPU every sample costs; ticks are kept whatever the frame rate is.
        wanted.samples = 1;
        wanted.occlusion_divisor = 2;
    }
    vsync_ = options.vsync;
    window_.size(wanted.width, wanted.height);
    picture_ = std::make_unique<Picture>(*device_, wanted);
    overlay_ = std::make_unique<ui::Overlay>();
}

void Screen::show(const scene::View* view, const platform::Input& input,
                  const std::function<void(ui::Overlay&)>& draw) {
    int width = 0, height = 0;
    window_.size(width, height);
    const Micros now = client::UdpClient::now();
    const float seconds = last_ == 0 ? 1.0F / 60 : static_cast<float>(now - last_) / 1e6F;
    last_ = now;
    if (width <= 0 || height <= 0) {
        // Minimised: nothing is swapped, so nothing else may hold the loop.
        std::this_thread::sleep_for(std::chrono::microseconds(proto::kMicrosPerTick));
        return;
    }
    picture_->resize(width, height);
    times_.drawing =
        compose({*device_, *picture_, *overlay_, device_->screen(), width, height}, view, input, seconds, draw);
    const Micros composed = client::UdpClient::now();
    window_.swap();
    times_.panels = static_cast<float>(composed - now) / 1000 - times_.drawing;
    times_.present = static_cast<float>(client::UdpClient::now() - composed) / 1000;
}

void Screen::apply(const Settings& settings) {
    if (vsync_ != settings.vsync) window_.set_vsync(settings.vsync);
    vsync_ = settings.vsync;
    if (scale_ != 0 && scale_ != settings.window_scale) {
        window_.set_size(320 * settings.window_scale, 180 * settings.window_scale);
    }
    scale_ = settings.window_scale;
    if (fullscreen_.value_or(settings.fullscreen) != settings.fullscreen &&
        window_.is_fullscreen() != settings.fullscreen) {
        window_.toggle_fullscreen();
    }
    fullscreen_ = settings.fullscreen;
}

void FramePacer::wait(int limit) {
    using Clock = std::chrono::steady_clock;
    if (limit <= 0) return;
    const auto length = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / limit));
    const auto now = Clock::now();
    // A frame that took too long is not made up for.
    due_ = std::max(due_ + length, now - length);
    if (due_ > now) std::this_thread::sleep_until(due_);
}

}  // namespace albireo::app
