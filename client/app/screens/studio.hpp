#pragma once
/// Makes pictures of screens: frames without a window, as PNG files. Owned by the program that makes them.
///
/// It also checks them. These are faults: a picture that shows nothing or equals another one, and lines that overlap, stand too
/// close to the next one in their row, do not fit into the window or are too long for their places; the lines of the HUD are among them. With words::Catalog::brackets(), so are texts without a translation.
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/app/pictures/offscreen.hpp"
#include "client/app/pictures/picture.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

class Studio {
  public:
    /// Without a folder it makes no pictures and draws no scenes: only the texts are laid out and checked.
    /// Throws PictureError or gpu::ContextError.
    Studio(const std::string& folder, int width, int height, gpu::Graphics graphics = gpu::Graphics::automatic);
    ~Studio();
    Studio(const Studio&) = delete;
    Studio& operator=(const Studio&) = delete;

    bool makes_pictures() const { return sink_.has_value(); }
    Picture& picture() { return *picture_; }
    ui::Overlay& overlay() { return *overlay_; }
    std::string only;  // pictures are made only of screens whose names begin with this
    /// Draws all text in the largest size with the highest contrast from now on, or as the player of these screens has it.
    void use_large_text() { overlay_->set_style({.small_scale = 1.5F, .high_contrast = true, .hud_scale = usual_.hud_scale}); }
    void use_usual_text() { overlay_->set_style(usual_); }
    int usual_percent() const { return static_cast<int>(std::lround(usual_.small_scale * 100)); }
    int hud_percent() const { return static_cast<int>(std::lround(usual_.hud_scale * 100)); }
    void set_usual_text(const ui::Style& style) { usual_ = style, use_usual_text(); }
    /// Of the views that are shown.
    scene::VisualSettings visuals() const {
        scene::VisualSettings made;
        made.hud_scale = usual_.hud_scale;
        return made;
    }
    /// Moves what the scene keeps from frame to frame, such as particles.
    void advance(const scene::View& view);
    /// Writes the view (null: black) with the words over it to DIR/NAME.png.
    void shoot(const std::string& name, const scene::View* view, const std::function<void(ui::Overlay&)>& draw);
    /// Draws words alone, without writing a picture.
    void draw(const std::function<void(ui::Overlay&)>& words);
    std::size_t count() const { return count_; }
    /// The faults of the pictures so far, a line each.
    const std::vector<std::string>& faults() const { return faults_; }

    platform::Input input;

  private:
    void inspect_picture(const std::string& name);
    void inspect_words(const std::string& name, const scene::View* view);

    std::unique_ptr<gpu::GlContext> context_;
    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<Picture> picture_;
    std::unique_ptr<ui::Overlay> overlay_;
    std::optional<PictureSink> sink_;
    std::size_t count_ = 0;
    ui::Style usual_;
    gpu::Target target_{};
    gpu::Image image_;
    std::map<std::uint64_t, std::string> seen_;  // pictures by the hash of their content
    std::vector<std::string> faults_;
};

}  // namespace albireo::app
