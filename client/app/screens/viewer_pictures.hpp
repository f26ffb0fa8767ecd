#pragma once
/// Pictures of the replay viewer, and of a game that is taken over from a replay.
#include <string>

#include "client/app/activities/net_activity.hpp"
#include "client/app/screens/studio.hpp"

namespace albireo::app {

/// `path`: of the replay.
void shoot_replay_viewer(Studio& studio, bot::BodyStore& bodies, const std::string& path);

}  // namespace albireo::app
