#include "client/app/screens/compose.hpp"

#include <chrono>

namespace albireo::app {

float compose(Canvas canvas, const scene::View* view, const platform::Input& input, float seconds,
              const std::function<void(ui::Overlay&)>& draw) {
    const auto began = std::chrono::steady_clock::now();
    const bool has_view = view != nullptr && canvas.picture.is_ready();
    if (has_view) {
        canvas.picture.renderer().render(*view);
        canvas.picture.renderer().show(canvas.target);
    }
    const std::chrono::duration<float, std::milli> taken = std::chrono::steady_clock::now() - began;
    canvas.device.begin_frame();  // the words' own
    canvas.device.begin_pass({.name = "overlay",
                              .target = canvas.target,
                              .width = canvas.width,
                              .height = canvas.height,
                              .clear = !has_view,
                              .clear_colours = {{{0, 0, 0, 1}}}});
    canvas.overlay.begin(input, canvas.width, canvas.height, seconds);
    if (!has_view) canvas.overlay.dim(1);
    draw(canvas.overlay);
    canvas.overlay.end();
    canvas.device.end_pass();
    canvas.device.end_frame();
    return taken.count();
}

}  // namespace albireo::app
