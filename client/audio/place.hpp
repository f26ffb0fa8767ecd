#pragma once
/// What a moment's place sounds like, as plain data. Whoever knows the scenery makes it (scene/soundscape.hpp).
#include <string_view>

namespace albireo::audio {

struct Place {
    std::string_view backdrop{};  // the name of the backdrop that fills most of the picture
    bool is_raining = false;
    float enclosure = 0;  // how closely rock surrounds the camera: 0 open … 1 a narrow tunnel
};

}  // namespace albireo::audio
