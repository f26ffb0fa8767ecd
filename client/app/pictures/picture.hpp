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
#include "client/scene/showcase.hpp"

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

    /// The exhibits of showcase(): loaded beside any level, from load_exhibits().
    void set_exhibits(std::vector<scene::Exhibit> exhibits);
    /// Loads a part of the exhibits that are not loaded yet, beside the level: a mesh, a program, or the memory for all. Call it once per
    /// frame with the view that is drawn next, so that no frame waits for more. That view then draws one of the new meshes, too small to
    /// be seen: some drivers finish a program only when it is used. Returns whether the exhibits can be shown. Throws as load_cast() does.
    bool load_exhibits(scene::View& view);
    bool has_exhibits() const { return has_exhibits_ && used_ == cast_->level_meshes.meshes.size(); }
    scene::Showcase& showcase() { return showcase_; }
    /// With whose meshes the showcase is drawn: the prepared level's.
    const scene::Cast& cast() const { return *cast_; }

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
    void forget_exhibits();

    gpu::Device& device_;
    render::Options options_;
    gpu::ShaderLibrary library_;
    models::Looks looks_;
    models::Catalog catalog_;
    Level level_;  // as prepared last, for other looks
    bool has_new_looks_ = false;
    std::unique_ptr<scene::Cast> cast_;
    std::size_t level_meshes_ = 0;  // of cast_: those of exhibits are behind them
    scene::Showcase showcase_;
    bool has_exhibits_ = false;  // in the renderer
    std::size_t used_ = 0;       // meshes of cast_ that have been drawn
    std::unique_ptr<render::Renderer> renderer_;
};

}  // namespace albireo::app
