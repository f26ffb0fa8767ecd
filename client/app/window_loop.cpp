#include "client/app/window_loop.hpp"

#include <thread>

#include "client/app/screens/compose.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/net/udp_client.hpp"

namespace albireo::app {

Screen::Screen(const platform::WindowOptions& options) : window_(options), device_(gpu::make_gl_device()) {
    render::Options wanted;
    if (device_->describe().find("llvmpipe") != std::string::npos) {
        // Without a GPU every sample is expensive; ticks keep their rate whatever the frame rate is.
        wanted.samples = 1;
        wanted.occlusion_divisor = 2;
    }
    window_.size(wanted.width, wanted.height);
    picture_ = std::make_unique<Picture>(*device_, wanted);
    overlay_ = std::make_unique<ui::Overlay>(*device_, picture_->library());
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
    times_.drawing =
        compose({*device_, *picture_, *overlay_, device_->screen(), width, height}, view, input, seconds, draw);
    const Micros composed = client::UdpClient::now();
    window_.swap();
    times_.panels = static_cast<float>(composed - now) / 1000 - times_.drawing;
    times_.present = static_cast<float>(client::UdpClient::now() - composed) / 1000;
}

}  // namespace albireo::app
