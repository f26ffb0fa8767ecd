#pragma once
/// Pictures without a display: an EGL context, a device, a renderer, and a sink for the pictures. Every error is a
/// PictureError: one line, and the program's exit code (2 bad input, 3 no GPU).
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "client/gpu/context.hpp"
#include "client/gpu/device.hpp"
#include "client/gpu/shader_library.hpp"
#include "client/models/look_folder.hpp"
#include "client/render/renderer.hpp"

namespace albireo::app {

struct PictureError {
    std::string text;  // for the command line and the log
    int exit_code = 2;
    std::string shown{};  // what a menu says in its place, in the player's language; empty: the text itself
    const std::string& for_players() const { return shown.empty() ? text : shown; }
};

class Offscreen {
  public:
    struct Setup {
        render::Options options;
        std::string quality;       // a tier or auto, which overrides the options; empty: the options are used
        std::string assets;        // read shaders from this folder instead of the embedded ones
        bool null_device = false;  // run the same code without GL: pictures stay black
        models::Looks looks = {};  // their graphs and snippets
        gpu::Graphics graphics = gpu::Graphics::automatic;
    };

    /// Throws PictureError.
    Offscreen(const scene::LevelMeshes& level_meshes, const Setup& setup);
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    gpu::Device& device() { return *device_; }
    render::Renderer& renderer() { return *renderer_; }

    /// Draws the view. The image is valid until the next call.
    const gpu::Image& picture(const scene::View& view);

  private:
    std::unique_ptr<gpu::GlContext> context_;
    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<gpu::ShaderLibrary> library_;
    std::unique_ptr<render::Renderer> renderer_;
    gpu::Image image_;
};

/// The looks in a folder; the game's own if it is empty. Throws PictureError.
models::Looks looks_in(const std::string& folder);

/// PNG files DIR/00000.png …, or raw RGBA in a file or pipe (for ffmpeg -f rawvideo -pix_fmt rgba).
class PictureSink {
  public:
    /// Creates the folder if it does not exist. Throws PictureError.
    static PictureSink folder(std::string path);
    /// "-" is stdout. Throws PictureError.
    static PictureSink raw(const std::string& path);

    /// A file without a name is numbered. Throws PictureError when the disk is full or the reader has closed the pipe.
    void write(const gpu::Image& image, const std::string& name = "");
    std::size_t count() const { return count_; }

  private:
    PictureSink() = default;

    std::string folder_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> raw_{nullptr, nullptr};
    std::size_t count_ = 0;
};

/// The options with this quality: a tier, `auto` (measured here), or nothing to change.
render::Options options_for(render::Options options, std::string_view quality, gpu::Device& device,
                            const gpu::ShaderLibrary& library);

/// Parses "640x360"; each from 16 to 8192.
bool parse_size(const std::string& text, int& width, int& height);

}  // namespace albireo::app
