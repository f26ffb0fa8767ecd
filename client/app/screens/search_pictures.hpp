#pragma once
/// Pictures of the search for a game, and of the panel after it has failed; for screens_main.cpp.
#include "client/app/activities/net_activity.hpp"
#include "client/app/screens/studio.hpp"

namespace albireo::app {

/// `failed`: a game whose server did not answer.
void shoot_search(Studio& studio, NetActivity& failed);

}  // namespace albireo::app
