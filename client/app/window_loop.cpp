#include "client/app/window_loop.hpp"

#include "client/gpu/gl_device.hpp"
#include "client/net/udp_client.hpp"

namespace albireo::app {

Screen::Screen(const platform::WindowOptions& options) : window_(options), device_(gpu::make_gl_device()) {
    render::Options wanted;
    software_ = device_->describe().find("llvmpipe") != std::string::npos;
    if (software_) {
        // Without a GPU every sample costs; ticks are kept whatever the frame rate is.
        wanted.samples = 1;
        wanted.occlusion_divisor = 2;
    }
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
    if (width <= 0 || height <= 0) return;  // minimised
    picture_->resize(width, height);
    const bool has_view = view != nullptr && picture_->is_ready();
    if (has_view) {
        picture_->renderer().render(*view);
        picture_->renderer().show(device_->screen());
    }
    gpu::PassDef pass{.name = "overlay", .target = device_->screen(), .width = width, .height = height};
    device_->begin_pass(pass);
    overlay_->begin(input, width, height, seconds);
    if (!has_view) overlay_->dim(1);
    draw(*overlay_);
    overlay_->end();
    device_->end_pass();
    window_.swap();
}

void draw_notice(ui::Overlay& overlay, const Notice& notice) {
    if (notice.is_empty()) return;
    const bool grave = !notice.title.empty();
    if (grave) overlay.dim(0.45F);
    overlay.text(notice.title, {.y = 0.36F, .size = ui::Size::large, .ink = ui::Ink::gold});
    overlay.text(notice.line, {.y = grave ? 0.52F : 0.2F, .size = ui::Size::middle});
    overlay.text(notice.hint, {.y = 0.62F, .size = ui::Size::small, .ink = ui::Ink::grey});
}

}  // namespace albireo::app
