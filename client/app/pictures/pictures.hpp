#pragma once
/// Makes the stills of all levels (stills.hpp), which are the same in every run: for docs/pictures.md, and for reviewing
/// changes of the renderer and of levels.
#include "client/app/pictures/offscreen.hpp"

namespace albireo::app {

struct PicturesDef {
    std::string folder;
    std::string only;  // only stills whose names contain this
    std::string assets;
    gpu::Graphics graphics = gpu::Graphics::automatic;
    render::Options options;
    bool null_device = false;
};

/// Each still, DIR/NAME.png. Throws PictureError.
void make_pictures(const PicturesDef& def);

}  // namespace albireo::app
