#pragma once
/// The stills and the film of level 1, always the same: for the README, and for reviewing the picture.
#include "client/app/pictures/offscreen.hpp"

namespace albireo::app {

struct PicturesDef {
    std::string level = "the_cut";
    std::string folder;
    std::string only;  // only stills whose names contain this
    std::string assets;
    render::Options options;
    bool null_device = false;
};

/// Twelve stills, DIR/NAME.png. Throws PictureError.
void make_pictures(const PicturesDef& def);

}  // namespace albireo::app
