#pragma once
/// A show as pictures: which of its ticks are drawn, how, and where they are written.
#include <functional>
#include <string>
#include <vector>

#include "client/app/pictures/offscreen.hpp"
#include "client/app/pictures/show.hpp"
#include "client/scene/visual_settings.hpp"

namespace albireo::app {

struct FilmDef {
    Offscreen::Setup setup;
    scene::VisualSettings visuals;
    std::string folder;                            // a folder for PNG files, or
    std::string raw;                               // a file for raw RGBA pictures; "-" is stdout
    std::string sound;                             // a .wav file for the sound from the first picture to the last; empty: none
    std::vector<std::uint32_t> ticks;              // these only, with files named by tick; otherwise
    std::uint32_t from = 0, until = 0, every = 1;  // until 0: to the end
    std::string pass;                              // shows this pass's buffer instead of the picture
    bool shapes = false;                           // draws hitboxes
    std::function<bool()> is_stopped;              // called before each tick; none: continues to the end
};

/// The tick at which the last boss of a show dies; if no boss dies, the last tick. Plays the show to its end.
std::uint32_t climax_of(Show& show);

struct Filmed {
    std::size_t pictures = 0;
    std::string device;  // the device that drew them
    std::string text() const { return std::to_string(pictures) + " pictures, " + device; }
};

/// Throws PictureError; also for a damaged show that ends early, after all of it has been filmed.
Filmed film(Show& show, const FilmDef& def);

}  // namespace albireo::app
