#pragma once
/// The picture of a level on a device: its cast and the renderer that has its meshes. Built once for a level and kept
/// until another one is shown. Owned by the program, beside the context of its device.
#include <memory>

#include "client/gpu/device.hpp"
#include "client/gpu/shader_library.hpp"
#include "client/render/renderer.hpp"
#include "client/scene/cast.hpp"

namespace albireo::app {

class Picture {
  public:
    /// The device must outlive the picture.
    Picture(gpu::Device& device, const render::Options& options);

    /// Prepares this level and returns its cast, which is valid until another level is prepared. Throws what the
    /// renderer throws.
    const scene::Cast& load_cast(const Level& level);
    bool is_ready() const { return renderer_ != nullptr; }
    /// Whether load_cast() would return at once.
    bool is_dressed(const Level& level) const { return is_ready() && digest_ == level.digest; }
    void resize(int width, int height);
    const gpu::ShaderLibrary& library() const { return library_; }
    render::Renderer& renderer() { return *renderer_; }
    render::Options& options() { return options_; }

  private:
    gpu::Device& device_;
    render::Options options_;
    gpu::ShaderLibrary library_;
    models::Catalog catalog_;
    std::uint64_t digest_ = 0;
    std::unique_ptr<scene::Cast> cast_;
    std::unique_ptr<render::Renderer> renderer_;
};

}  // namespace albireo::app
