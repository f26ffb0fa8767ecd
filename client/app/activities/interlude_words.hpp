#pragma once
/// The captions and credits of a campaign's intro and ending.
#include <array>
#include <string>
#include <vector>

#include "client/app/activities/activity.hpp"
#include "client/scene/interlude.hpp"

namespace albireo::app {

/// The captions at this time, counted from the interlude's beginning. `names`: in the order of slots.
std::vector<Notice::Caption> captions_of(scene::Interlude::Kind kind, float seconds,
                                         const std::array<std::string, 2>& names);

}  // namespace albireo::app
