#include "client/app/pictures/offscreen.hpp"

#include <array>
#include <cerrno>
#include <filesystem>

#include "client/app/pictures/picture.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/gpu/null_device.hpp"
#include "client/render/probe.hpp"
#include "client/words/format.hpp"
#include "platform/process.hpp"

namespace albireo::app {

Offscreen::Offscreen(const scene::LevelMeshes& level_meshes, const Setup& setup) {
    try {
        if (setup.null_device) {
            device_ = gpu::make_null_device();
        } else {
            context_ = gpu::make_egl_context(setup.options.width, setup.options.height, setup.graphics);
            device_ = gpu::make_gl_device(setup.options.stream_bytes, {}, setup.graphics);
        }
        library_ = std::make_unique<gpu::ShaderLibrary>(render::embedded_assets(), setup.assets);
        library_->set_additions(additions_of(setup.looks));
        renderer_ = std::make_unique<render::Renderer>(
            *device_, *library_, level_meshes, options_for(setup.options, setup.quality, *device_, *library_));
    } catch (const gpu::ContextError& error) {
        throw PictureError{error.text, 3};
    } catch (const gpu::ShaderError& error) {
        throw PictureError{error.text, 2};
    } catch (const gpu::AssetError& error) {
        throw PictureError{error.text, 2};
    }
}

Offscreen::~Offscreen() {
    // Objects that live in the context are released before it.
    renderer_.reset();
    device_.reset();
}

const gpu::Image& Offscreen::picture(const scene::View& view) {
    renderer_->render(view);
    renderer_->read(image_);
    return image_;
}

models::Looks looks_in(const std::string& folder) {
    if (folder.empty()) return {};
    if (!std::filesystem::is_directory(folder)) throw PictureError{"--looks " + folder + ": there is no such folder"};
    models::FolderRead read = models::read_look_folder(folder);
    if (!read.error.empty()) throw PictureError{read.error};
    return std::move(read.looks);
}

PictureSink PictureSink::folder(std::string path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw PictureError{tr_f("{}: cannot be made: {}", path, translated_error(error))};
    PictureSink sink;
    sink.folder_ = std::move(path);
    return sink;
}

PictureSink PictureSink::raw(const std::string& path) {
    platform::survive_closed_pipes();
    PictureSink sink;
    if (path == "-") {
        sink.raw_ = {stdout, std::fflush};
    } else {
        sink.raw_ = {std::fopen(path.c_str(), "wb"), std::fclose};
        if (!sink.raw_) throw PictureError{tr_f("{}: cannot be made: {}", path, translated_error(errno))};
    }
    return sink;
}

void PictureSink::write(const gpu::Image& image, const std::string& name) {
    if (raw_) {
        if (std::fwrite(image.pixels.data(), 1, image.pixels.size(), raw_.get()) != image.pixels.size() ||
            std::fflush(raw_.get()) != 0) {
            throw PictureError{tr_f("picture {} cannot be written: the reader is gone or the disk is full", count_)};
        }
    } else {
        std::array<char, 32> number{};
        std::snprintf(number.data(), number.size(), "%05zu", count_);
        const std::string path = folder_ + "/" + (name.empty() ? number.data() : name) + ".png";
        if (!gpu::write_png(image, path)) {
            throw PictureError{tr_f("{}: cannot be written: {}; {} pictures were written", path, translated_error(errno), count_)};
        }
    }
    ++count_;
}

render::Options options_for(render::Options options, std::string_view quality, gpu::Device& device,
                            const gpu::ShaderLibrary& library) {
    if (quality == "auto") {
        const double pixel_ns = render::probe_pixel_ns(device, library);
        render::apply(render::quality_of(render::tier_for(pixel_ns, options.width, options.height)), options);
    } else if (const auto tier = render::tier_named(quality)) {
        render::apply(render::quality_of(*tier), options);
    }
    return options;
}

bool parse_size(const std::string& text, int& width, int& height) {
    int used = 0;
    return std::sscanf(text.c_str(), "%dx%d%n", &width, &height, &used) == 2 &&
           static_cast<std::size_t>(used) == text.size() && width >= 16 && height >= 16 && width <= 8192 &&
           height <= 8192;
}

}  // namespace albireo::app
