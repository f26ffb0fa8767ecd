#pragma once
/// Pictures of what a spectator sees of a game that is being played, and of what its players see of the spectators.
#include "client/app/activities/net_activity.hpp"
#include "client/app/screens/studio.hpp"

namespace albireo::app {

void shoot_live_viewer(Studio& studio, bot::BodyStore& bodies);

}  // namespace albireo::app
