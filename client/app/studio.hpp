#pragma once
/// Where pictures of screens are made: frames without a window, as PNG files. Owned by the program that makes them.
#include <functional>
#include <memory>
#include <string>

#include "client/app/offscreen.hpp"
#include "client/app/picture.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

class Studio {
  public:
    /// Throws PictureError or gpu::ContextError.
    Studio(const std::string& folder, int width, int height);
    ~Studio();
    Studio(const Studio&) = delete;
    Studio& operator=(const Studio&) = delete;

    Picture& picture() { return *picture_; }
    /// The view (null: darkness) and the words over it, into DIR/NAME.png.
    void shoot(const std::string& name, const scene::View* view, const std::function<void(ui::Overlay&)>& draw);
    /// Words alone, seen by nobody.
    void draw(const std::function<void(ui::Overlay&)>& words);
    std::size_t count() const { return sink_.count(); }

    platform::Input input;

  private:
    std::unique_ptr<gpu::GlContext> context_;
    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<Picture> picture_;
    std::unique_ptr<ui::Overlay> overlay_;
    FrameSink sink_;
    gpu::Target target_{};
    gpu::Image image_;
};

}  // namespace albireo::app
