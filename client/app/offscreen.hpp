#pragma once
/// Pictures without a display: an EGL context, a device, a renderer, and somewhere for the frames to go.
/// Everything that goes wrong is a PictureError: one line, and the exit code that programs give (2 bad input, 3 no
/// GPU).
#include <cstdio>
#include <memory>
#include <string>

#include "client/gpu/context.hpp"
#include "client/gpu/device.hpp"
#include "client/gpu/shader_library.hpp"
#include "client/render/renderer.hpp"

namespace albireo::app {

struct PictureError {
    std::string text;
    int exit_code = 2;
};

class Offscreen {
  public:
    struct Setup {
        render::Options options;
        std::string assets;        // a folder instead of the embedded shaders
        bool null_device = false;  // the same code without GL: pictures stay black
    };

    /// Throws PictureError.
    Offscreen(const scene::Stock& stock, const Setup& setup);
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    gpu::Device& device() { return *device_; }
    render::Renderer& renderer() { return *renderer_; }

    const gpu::Image& picture(const scene::View& view);

  private:
    std::unique_ptr<gpu::GlContext> context_;
    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<gpu::ShaderLibrary> library_;
    std::unique_ptr<render::Renderer> renderer_;
    gpu::Image image_;
};

/// PNG files DIR/00000.png …, or raw RGBA on a stream (for ffmpeg -f rawvideo -pix_fmt rgba).
class FrameSink {
  public:
    /// `folder` empty: raw frames to `raw`. Makes the folder. Throws PictureError.
    explicit FrameSink(std::string folder, std::FILE* raw = nullptr);
    /// Throws PictureError when the disk is full or the reader is gone.
    void write(const gpu::Image& image, const std::string& name);
    void write(const gpu::Image& image);
    std::size_t count() const { return count_; }

  private:
    std::string folder_;
    std::FILE* raw_;
    std::size_t count_ = 0;
};

}  // namespace albireo::app
