#pragma once
/// Draws one frame as a player sees it: the picture of a view, with text over it. For the window, and for pictures of
/// screens without a window.
#include <functional>

#include "client/app/pictures/picture.hpp"
#include "client/platform/input.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

struct Canvas {
    gpu::Device& device;
    Picture& picture;
    ui::Overlay& overlay;
    gpu::Target target{};  // the window's
    int width = 0, height = 0;
};

/// Without a view, or before the picture is ready, the words are drawn on black. Returns the time that the picture
/// took, in ms; the rest of the call was spent on the words.
float compose(Canvas canvas, const scene::View* view, const platform::Input& input, float seconds,
              const std::function<void(ui::Overlay&)>& draw);

}  // namespace albireo::app
