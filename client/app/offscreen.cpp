#include "client/app/offscreen.hpp"

#include <array>
#include <filesystem>

#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/gpu/null_device.hpp"

namespace albireo::app {

Offscreen::Offscreen(const scene::Stock& stock, const Setup& setup) {
    try {
        if (setup.null_device) {
            device_ = gpu::make_null_device();
        } else {
            context_ = gpu::make_egl_context(setup.options.width, setup.options.height);
            device_ = gpu::make_gl_device(setup.options.stream_bytes);
        }
        library_ = std::make_unique<gpu::ShaderLibrary>(render::embedded_assets(), setup.assets);
        renderer_ = std::make_unique<render::Renderer>(*device_, *library_, stock, setup.options);
    } catch (const gpu::ContextError& error) {
        throw PictureError{error.text, 3};
    } catch (const gpu::ShaderError& error) {
        throw PictureError{error.text, 2};
    } catch (const gpu::AssetError& error) {
        throw PictureError{error.text, 2};
    }
}

Offscreen::~Offscreen() {
    // What lives in the context goes before it.
    renderer_.reset();
    device_.reset();
}

const gpu::Image& Offscreen::picture(const scene::View& view) {
    renderer_->render(view);
    renderer_->read(image_);
    return image_;
}

FrameSink::FrameSink(std::string folder, std::FILE* raw) : folder_(std::move(folder)), raw_(raw) {
    if (folder_.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) throw PictureError{folder_ + ": cannot be made: " + error.message()};
}

void FrameSink::write(const gpu::Image& image) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "%05zu", count_);
    write(image, name.data());
}

void FrameSink::write(const gpu::Image& image, const std::string& name) {
    if (raw_ != nullptr) {
        if (std::fwrite(image.pixels.data(), 1, image.pixels.size(), raw_) != image.pixels.size() ||
            std::fflush(raw_) != 0) {
            throw PictureError{"frame " + std::to_string(count_) +
                               " cannot be written: the reader is gone or the disk is full"};
        }
    } else {
        const std::string path = folder_ + "/" + name + ".png";
        if (!gpu::write_png(image, path)) {
            throw PictureError{path + ": cannot be written; is the disk full? " + std::to_string(count_) +
                               " frames are there"};
        }
    }
    ++count_;
}

}  // namespace albireo::app
