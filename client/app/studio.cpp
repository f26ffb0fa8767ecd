#include "client/app/studio.hpp"

#include <algorithm>

#include "client/app/compose.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"

namespace albireo::app {
namespace {

/// What OpenGL reads begins below, and is as clear as the last thing drawn.
void make_upright(gpu::Image& image) {
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(image.width) * 4;
    for (int y = 0; y < image.height / 2; ++y) {
        const auto upper = image.pixels.begin() + y * row;
        std::swap_ranges(upper, upper + row, image.pixels.begin() + (image.height - 1 - y) * row);
    }
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) image.pixels[i] = 255;
}

}  // namespace

Studio::Studio(const std::string& folder, int width, int height)
    : context_(gpu::make_egl_context(width, height)),
      device_(gpu::make_gl_device()),
      picture_(std::make_unique<Picture>(*device_, render::Options{.width = width, .height = height})),
      overlay_(std::make_unique<ui::Overlay>()),
      sink_(FrameSink::folder(folder)) {
    const gpu::Texture colour = device_->make_texture({.width = width, .height = height});
    target_ = device_->make_target({.colours = {colour}});
    image_.width = width;
    image_.height = height;
    image_.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
}

Studio::~Studio() {
    overlay_.reset();
    picture_.reset();
    device_.reset();
}

void Studio::shoot(const std::string& name, const scene::View* view, const std::function<void(ui::Overlay&)>& draw) {
    // Twice: the tools' windows know their size from the second frame on.
    for (int i = 0; i < 2; ++i) {
        compose({*device_, *picture_, *overlay_, target_, image_.width, image_.height}, view, input, 1.0F / 60, draw);
    }
    device_->read_rgba8(target_, image_.width, image_.height, std::as_writable_bytes(std::span(image_.pixels)));
    make_upright(image_);
    sink_.write(image_, name);
}

void Studio::draw(const std::function<void(ui::Overlay&)>& words) {
    compose({*device_, *picture_, *overlay_, target_, image_.width, image_.height}, nullptr, input, 1.0F / 60, words);
}

}  // namespace albireo::app
