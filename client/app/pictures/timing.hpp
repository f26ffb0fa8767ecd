#pragma once
/// Frame times: medians of whole frames and of each pass, on the available device.
#include <nlohmann/json_fwd.hpp>

#include "client/app/pictures/offscreen.hpp"

namespace albireo::app {

struct TimingDef {
    std::string level = "the_cut";
    render::Options options;
    std::string assets;
    gpu::Graphics graphics = gpu::Graphics::automatic;
    int frames = 40;  // measured, after a few for warming up
    std::size_t particles_many = 1'000'000;
    bool typical_only = false;
    std::string only;  // scenes whose names contain this
};

/// Measures the crowd (80 enemies, the Warden, 2 000 shots, 200 lights, 24 000 particles), the same with a million
/// particles, a typical moment, and the CPU's share alone (null device). Throws PictureError.
nlohmann::json time_frames(const TimingDef& def);

}  // namespace albireo::app
