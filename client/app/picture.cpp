#include "client/app/picture.hpp"

namespace albireo::app {

Picture::Picture(gpu::Device& device, const render::Options& options)
    : device_(device), options_(options), library_(render::embedded_assets(), "") {}

const scene::Cast& Picture::dress(const Level& level) {
    if (renderer_ != nullptr && digest_ == level.digest) return *cast_;
    renderer_.reset();
    cast_ = std::make_unique<scene::Cast>(scene::make_cast(level, catalog_));
    renderer_ = std::make_unique<render::Renderer>(device_, library_, cast_->stock, options_);
    digest_ = level.digest;
    return *cast_;
}

void Picture::resize(int width, int height) {
    options_.width = width;
    options_.height = height;
    if (renderer_ != nullptr) renderer_->resize(width, height);
}

}  // namespace albireo::app
