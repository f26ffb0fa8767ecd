#pragma once
/// Everything that is needed to draw a level on a device: the level's cast, and the renderer with its meshes. Built when a level is
/// loaded, and kept until another level is shown. Owned by the program, like the device's context.
#include <functional>
#include <memory>
#include <string>

#include "client/gpu/device.hpp"
#include "client/gpu/shader_library.hpp"
#include "client/models/look_folder.hpp"
#include "client/render/quality.hpp"
#include "client/render/renderer.hpp"
#include "client/scene/cast.hpp"

namespace albireo::app {

/// A folder's texture graphs and snippets under the names by which the renderer knows them.
std::vector<std::pair<std::string, std::string>> additions_of(const models::Looks& looks);

class Picture {
  public:
    /// The device must outlive the picture.
    Picture(gpu::Device& device, const render::Options& options);

    /// Prepares this level and returns its cast, which is valid until another level is prepared. Throws the
    /// errors of render::Renderer's constructor.
    const scene::Cast& load_cast(const Level& level);

    /// Uses these looks from the next load_cast() on.
    void set_looks(models::Looks looks);
    /// Applies these looks at once to the shown level, in the cast that load_cast() returned. Call it between frames.
    /// If they cannot be drawn, the previous ones stay. Returns what is wrong, or an empty text.
    std::string change_looks(models::Looks looks);
    /// Called with one line for each kind that has no look.
    std::function<void(const std::string&)> tell;
    bool is_ready() const { return renderer_ != nullptr; }
    /// Whether load_cast() would return at once.
    bool is_loaded_for(const Level& level) const { return is_ready() && !has_new_looks_ && level_.digest == level.digest; }
    void resize(int width, int height);
    /// Applies a quality, also to a picture that is being shown.
    void set_quality(const render::Quality& quality);
    const gpu::ShaderLibrary& library() const { return library_; }
    render::Renderer& renderer() { return *renderer_; }
    render::Options& options() { return options_; }

  private:
    void tell_missing() const;

    gpu::Device& device_;
    render::Options options_;
    gpu::ShaderLibrary library_;
    models::Looks looks_;
    models::Catalog catalog_;
    Level level_;  // as prepared last, for other looks
    bool has_new_looks_ = false;
    std::unique_ptr<scene::Cast> cast_;
    std::unique_ptr<render::Renderer> renderer_;
};

}  // namespace albireo::app
