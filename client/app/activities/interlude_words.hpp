#pragma once
/// What is said during the intro and the ending of a campaign.
#include <array>
#include <string>
#include <vector>

#include "client/app/activities/activity.hpp"
#include "client/scene/interlude.hpp"

namespace albireo::app {

/// The captions at this time since it began. `names`: in the order of slots.
std::vector<Notice::Caption> captions_of(scene::Interlude::Kind kind, float seconds,
                                         const std::array<std::string, 2>& names);

}  // namespace albireo::app
