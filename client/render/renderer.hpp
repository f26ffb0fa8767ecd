#pragma once
/// Turns views into pictures: one ordered list of passes over a device. Owned by the client or by an offscreen run.
/// 1. All shaders and texture graphs are compiled by the constructor; it throws gpu::ShaderError, gpu::AssetError or
///    text::FontError.
/// 2. render() allocates nothing, except when a letter is drawn for the first time. It keeps no reference to the view.
/// 3. A size of 0 × 0 is allowed (a minimised window): nothing is drawn.
/// 4. Sizes passed in are those of a window. The picture fills its largest 16 : 9 part (scene/letterbox.hpp), the rest
///    is black.
#include <memory>
#include <string>
#include <vector>

#include "client/gpu/image.hpp"
#include "client/render/pass.hpp"
#include "client/scene/letterbox.hpp"
#include "client/scene/level_meshes.hpp"

namespace albireo::render {

class Renderer {
  public:
    /// The device and the library must outlive it.
    Renderer(gpu::Device& device, const gpu::ShaderLibrary& library, const scene::LevelMeshes& level_meshes, const Options& options);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    void resize(int width, int height);
    /// Uses other meshes from the next view on. If it throws, as the constructor does, the current meshes are kept.
    void change_meshes(const scene::LevelMeshes& level_meshes);
    /// Uses these meshes: those that it has, and more behind them. A call compiles at most one program, or makes one
    /// mesh coarse, so that no frame waits long.
    /// Returns false if more calls are needed; until then, the new meshes are not drawn. Throws as the constructor does.
    bool grow(const scene::LevelMeshes& level_meshes);
    /// Applies other options, except the size. Returns false if that requires a new renderer, because the meshes'
    /// programs differ.
    bool take(const Options& options);
    /// The share of the picture's width and height at which the scene is drawn from now on: at most that of the options
    /// with which the renderer was made. Allocates nothing.
    void set_scale(float scale);
    /// `width` and `height` are those of the picture, without black bars.
    const Options& options() const { return options_; }

    void render(const scene::View& view);
    /// Advances time without a picture: particles are born and move.
    void advance(const scene::View& view);

    /// show() copies the finished picture, with its bars, into a window's target; read() into `image`.
    void show(gpu::Target target);
    void read(gpu::Image& image);

    /// Shows the output of a pass instead of the picture; "" shows the picture again. False if no pass has that name.
    bool look_at(std::string_view pass);
    std::vector<std::string_view> pass_names() const;

    const Buffers& buffers() const { return buffers_; }

  private:
    Batch::Group& group_of(const scene::LevelMesh& mesh);
    bool compile_next(const scene::LevelMesh& mesh);
    bool coarsen_next(const scene::LevelMeshes& level_meshes);
    void load(const scene::LevelMeshes& level_meshes);
    void take_size(int width, int height);
    void make_buffers();
    void batch(const scene::View& view);
    void run_alone(Frame& frame, Pass& pass);

    gpu::Device& device_;
    const gpu::ShaderLibrary& library_;
    Options options_;
    float scale_max_ = 1;
    int width_ = 0, height_ = 0;      // of the window
    scene::Letterbox box_;            // in it
    std::vector<std::uint8_t> rows_;  // scratch of read(): bottom row first
    Buffers buffers_;
    std::uint32_t buffers_made_ = 0;
    Batch batch_;
    std::vector<scene::BoneMotion> bones_;  // as in the texture
    struct Model {
        std::uint32_t first_index = 0, index_count = 0;
        std::uint32_t group = 0;
    };
    std::vector<Model> models_;  // sorted by group in draw_order_
    std::vector<std::uint32_t> draw_order_;
    std::vector<std::vector<std::uint32_t>> coarse_;  // by model: the triangles, if they are
    std::vector<std::uint32_t> counts_, starts_;  // by model, of the frame
    std::vector<std::unique_ptr<Pass>> passes_;
    const Pass* looked_at_ = nullptr;
    gpu::Owned<gpu::Program> look_, look_at_surfaces_;
};

/// The shaders and texture graphs that are embedded in this program.
std::span<const gpu::Asset> embedded_assets();

}  // namespace albireo::render
