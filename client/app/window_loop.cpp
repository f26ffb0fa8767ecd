#include "client/app/window_loop.hpp"

#include <algorithm>
#include <thread>

#include "client/app/controls/quality_settings.hpp"
#include "client/app/screens/compose.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/net/udp_client.hpp"
#include "client/render/probe.hpp"

namespace albireo::app {

static_assert(platform::kWindowLeastWidth == ui::kLeastWidth && platform::kWindowLeastHeight == ui::kLeastHeight);

Screen::Screen(const platform::WindowOptions& options) : window_(options), device_(gpu::make_gl_device(4 << 20, programs_folder(), options.graphics)) {
    render::Options wanted;
    window_.size(wanted.width, wanted.height);
    picture_ = std::make_unique<Picture>(*device_, wanted);
    overlay_ = std::make_unique<ui::Overlay>(*device_, picture_->library());
}

render::Tier Screen::measure_tier() {
    if (!tier_) {
        int width = 0, height = 0;
        window_.size(width, height);
        const scene::Letterbox box = scene::letterbox(width, height);
        tier_ = render::tier_for(render::probe_pixel_ns(*device_, picture_->library()), box.width, box.height);
    }
    return *tier_;
}

void Screen::apply(Settings& settings) {
    settings_.apply(settings, window_);
    frame_limit_ = settings.frame_limit;
    const render::Quality quality = quality_of(settings);
    if (quality_ == quality) return;
    quality_ = quality;
    picture_->set_quality(quality);
    const float most = static_cast<float>(quality.scale) / 100;
    governor_.begin(quality.dynamic ? static_cast<float>(render::kScaleMin) / 100 : most, most);
}

void Screen::hold_rate(float seconds) {
    if (!picture_->is_ready() || !quality_ || !quality_->dynamic) return;
    // 60 a second are enough for a game of 60 ticks, whatever the display could show.
    const float target_ms = 1000.0F / static_cast<float>(frame_limit_ > 0 ? std::min(frame_limit_, 60) : 60);
    picture_->renderer().set_scale(governor_.frame(std::min(seconds * 1000, 1000.0F), target_ms));
}

void Screen::show(const scene::View* view, const platform::Input& input,
                  const std::function<void(ui::Overlay&)>& draw) {
    int width = 0, height = 0;
    window_.size(width, height);
    const Micros now = client::UdpClient::now();
    const float seconds = last_ == 0 ? 1.0F / 60 : static_cast<float>(now - last_) / 1e6F;
    last_ = now;
    if (width <= 0 || height <= 0) {
        // Minimised: no buffers are swapped, so nothing else limits the loop.
        std::this_thread::sleep_for(std::chrono::microseconds(proto::kMicrosPerTick));
        return;
    }
    picture_->resize(width, height);
    if (view != nullptr) hold_rate(seconds);
    times_.drawing =
        compose({*device_, *picture_, *overlay_, device_->screen(), width, height}, view, input, seconds, draw);
    const Micros composed = client::UdpClient::now();
    window_.swap();
    times_.panels = static_cast<float>(composed - now) / 1000 - times_.drawing;
    times_.present = static_cast<float>(client::UdpClient::now() - composed) / 1000;
}

}  // namespace albireo::app
